/** Colors of labels. */
import names from 'color-name';

const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const LIGHT_TEXT = '#FFFFFF';
const DARK_TEXT = '#333333';
/** Colors with a higher sum of red, green and blue count as light. */
const LIGHT = 500;

/** Normalizes a color to `#RRGGBB`; null if it is invalid. */
export function labelColor(text: string): string | null {
  const named = Object.hasOwn(names, text.toLowerCase()) ? names[text.toLowerCase() as keyof typeof names] : undefined;
  if (named) return `#${named.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  if (!hex.test(text)) return null;
  return text.length === 4 ? `#${[...text.slice(1)].map((digit) => digit + digit).join('')}` : text;
}

/** A text color that is readable on the label. */
export function textColor(color: string): string {
  const parts = [1, 3, 5].map((start) => parseInt(color.slice(start, start + 2), 16));
  return parts.reduce((sum, part) => sum + part, 0) > LIGHT ? DARK_TEXT : LIGHT_TEXT;
}
