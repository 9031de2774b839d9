package api

// Block is one part of the home page. Its type decides what Data contains.
type Block struct {
	Type string `json:"type"`
	Data any    `json:"data"`
}

// BlockTypes lists the types of Block, each with the Go type of its Data.
var BlockTypes = []struct {
	Type string
	Data any
}{
	{"HeroText", HeroText{}},
	{"Banner", Banner{}},
	{"Countdown", Countdown{}},
	{"HomeColumns", HomeColumns{}},
	{"Accordion", Accordion{}},
	{"Gallery", Gallery{}},
	{"PostCards", PostCards{}},
}

// HeroText is the heading of the home page.
type HeroText struct {
	Heading         string `json:"heading"`
	HeadingImage    string `json:"heading_image"`
	Subheading      string `json:"subheading"`
	HeroImage       string `json:"hero_image"`
	LargeHeroImage  string `json:"large_hero_image"`
	MobileHeroImage string `json:"mobile_hero_image"`
	HeroPoster      string `json:"hero_poster,omitempty" doc:"The picture in place of a film that does not play."`
	LargeHeroPoster string `json:"large_hero_poster,omitempty"`
	GateHeroImage   string `json:"gate_hero_image,omitempty" doc:"The picture while the promotion gate covers its right side."`
	BookingMode     string `json:"booking_mode"`
}

// Banner is a strip of text. It is a link where it has a URL.
type Banner struct {
	Fluid   bool   `json:"fluid"`
	BG      string `json:"bg"`
	Text    string `json:"text"`
	Content string `json:"content"`
	URL     string `json:"url"`
}

// Countdown shows the time left until an instant.
type Countdown struct {
	Status           bool   `json:"status"`
	Datetime         int64  `json:"datetime" doc:"Epoch seconds."`
	Title            string `json:"title"`
	Text             string `json:"text"`
	LinkText         string `json:"linktext"`
	URL              string `json:"url"`
	BackgroundColour string `json:"background_colour"`
	TextColour       string `json:"text_colour"`
}

// HomeColumns is a row of cards.
type HomeColumns struct {
	Heading          string       `json:"heading"`
	Variant          string       `json:"variant,omitempty" doc:"'regions': three in a row instead of four."`
	BackgroundColour string       `json:"background_colour"`
	Columns          []HomeColumn `json:"columns"`
}

// HomeColumn is a card of HomeColumns.
type HomeColumn struct {
	Image       string `json:"image"`
	OverlayText string `json:"overlay_text"`
	Title       string `json:"title"`
	Text        string `json:"text"`
	URL         string `json:"url"`
}

// Accordion is a list of titles; a click on one shows its content.
type Accordion struct {
	Items []AccordionItem `json:"items"`
}

// AccordionItem is one title of an Accordion with its content.
type AccordionItem struct {
	Title   string `json:"title"`
	Content string `json:"content" doc:"Sanitised HTML."`
}

// Gallery is a slider of pictures.
type Gallery struct {
	Images []GalleryImage `json:"images"`
}

// GalleryImage is one picture of a Gallery.
type GalleryImage struct {
	URL string `json:"url"`
	Alt string `json:"alt"`
}

// PostCards lists marketing posts of the CMS to show as cards.
type PostCards struct {
	PostType string `json:"postType"`
	IDs      []int  `json:"ids"`
}
