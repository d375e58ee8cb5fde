/** Whether a string is a color code, `#RRGGBB` or `#RGB`. */
export function isColor(value: string): boolean {
  return /^#(?:[0-9a-f]{3}){1,2}$/i.test(value);
}
