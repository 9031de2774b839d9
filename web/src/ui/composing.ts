/**
 * Whether a key only ends or changes what an input method is composing, such as a Japanese word. The
 * field then leaves the key to the input method. Safari ends the composition before the key: there
 * only the old key code 229 tells.
 */
export function isComposing(event: {
  keyCode: number
  isComposing?: boolean
  nativeEvent?: { isComposing?: boolean }
}): boolean {
  return (event.nativeEvent ?? event).isComposing === true || event.keyCode === 229
}
