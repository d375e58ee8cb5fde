/** Colours of labels. */
import names from 'color-name';

const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const LIGHT_TEXT = '#FFFFFF';
const DARK_TEXT = '#333333';
/** Sum of red, green and blue from which on a colour is light. */
const LIGHT = 500;

/** A colour as it is kept, `#RRGGBB`; null for what is none. */
export function labelColor(text: string): string | null {
  const named = Object.hasOwn(names, text.toLowerCase()) ? names[text.toLowerCase() as keyof typeof names] : undefined;
  if (named) return `#${named.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  if (!hex.test(text)) return null;
  return text.length === 4 ? `#${[...text.slice(1)].map((digit) => digit + digit).join('')}` : text;
}

/** Colour of text that is readable on a label. */
export function textColor(color: string): string {
  const parts = [1, 3, 5].map((start) => parseInt(color.slice(start, start + 2), 16));
  return parts.reduce((sum, part) => sum + part, 0) > LIGHT ? DARK_TEXT : LIGHT_TEXT;
}
