/** Addresses of badges: what they must be like, and what their placeholders stand for. */
import { ValidationError } from '@forgemesh/errors';
import { parseAddress } from '../../clients/web-address';

/** The addresses of a badge. */
export interface BadgeUrls {
  link_url: string;
  image_url: string;
}

/** Values by placeholder; one without a value stays as it is. */
export type PlaceholderValues = Partial<Record<string, string | null>>;

const placeholder = /%\{(project_path|project_id|default_branch|commit_sha)\}/g;

/** Throws ValidationError for addresses that lead anywhere but to the web. */
export function assertValidUrls(urls: Partial<BadgeUrls>): void {
  const problems = Object.entries(urls).flatMap(([field, url]) => {
    const problem = problemOf(url);
    return problem === undefined ? [] : [[field, [`is blocked: ${problem}`]]];
  });
  if (problems.length > 0) throw new ValidationError(Object.fromEntries(problems));
}

function problemOf(text: string): string | undefined {
  const url = parseAddress(text.replace(placeholder, 'x'));
  if (!url) return 'URI is invalid';
  return ['http:', 'https:'].includes(url.protocol) ? undefined : 'Only allowed schemes are http, https';
}

/** Whether any of the addresses needs a value. */
export function needs(name: string, badges: readonly BadgeUrls[]): boolean {
  return badges.some((badge) => `${badge.link_url} ${badge.image_url}`.includes(`%{${name}}`));
}

/** The addresses with the values in place. */
export function renderUrls({ link_url, image_url }: BadgeUrls, values: PlaceholderValues): RenderedUrls {
  const render = (url: string): string => url.replace(placeholder, (whole, name: string) => values[name] ?? whole);
  return { link_url, image_url, rendered_link_url: render(link_url), rendered_image_url: render(image_url) };
}

/** The addresses before and after. */
export interface RenderedUrls extends BadgeUrls {
  rendered_link_url: string;
  rendered_image_url: string;
}
