// Command holidaymaker is the whole product in one binary; each subcommand has
// a file of its own here.
package main

func main() {}
