/** Badges as SVG images: a title and a value beside each other. */
import { escapeHtml } from '@forgemesh/http';

const HEIGHT = 20;
const PADDING = 10;
/** Average width of a character of the font at its size. */
const CHARACTER_WIDTH = 6.6;

/** The texts of a badge. */
export interface Badge {
  title: string;
  value: string;
  /** Background of the value, `#rrggbb`. */
  color: string;
}

/** Draws a badge. */
export function drawBadge({ title, value, color }: Badge): string {
  const left = widthOf(title);
  const right = widthOf(value);
  const width = left + right;
  const label = escapeHtml(`${title}: ${value}`);
  const text = (content: string, center: number): string =>
    `<text x="${center}" y="14" text-anchor="middle">${escapeHtml(content)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${label}">`,
    `<title>${label}</title>`,
    `<clipPath id="round"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>`,
    '<g clip-path="url(#round)">',
    `<rect width="${left}" height="${HEIGHT}" fill="#4a4a4a"/>`,
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${color}"/>`,
    '</g>',
    '<g fill="#ffffff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    text(title, left / 2),
    text(value, left + right / 2),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function widthOf(text: string): number {
  return Math.round(text.length * CHARACTER_WIDTH) + PADDING;
}
