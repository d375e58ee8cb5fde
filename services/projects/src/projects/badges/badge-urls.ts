/** Validates the URLs of badges and replaces their placeholders. */
import { ValidationError } from '@forgemesh/errors';
import { parseAddress } from '@forgemesh/http';

/** The URLs of a badge. */
export interface BadgeUrls {
  link_url: string;
  image_url: string;
}

/** Values by placeholder. A placeholder without a value is not replaced. */
export type PlaceholderValues = Partial<Record<string, string | null>>;

const placeholder = /%\{(project_path|project_id|default_branch|commit_sha)\}/g;

/** Throws ValidationError for URLs that are not `http` or `https`. */
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

/** Whether any of the badges uses a placeholder. */
export function usesPlaceholder(name: string, badges: readonly BadgeUrls[]): boolean {
  return badges.some((badge) => `${badge.link_url} ${badge.image_url}`.includes(`%{${name}}`));
}

/**
 * Replaces the placeholders in the URLs; `pictureAddress` returns the address from which pages load
 * a picture.
 */
export function renderUrls(
  { link_url, image_url }: BadgeUrls,
  values: PlaceholderValues,
  pictureAddress: (address: string) => string,
): RenderedUrls {
  const render = (url: string): string => url.replace(placeholder, (whole, name: string) => values[name] ?? whole);
  return {
    link_url,
    image_url,
    rendered_link_url: render(link_url),
    rendered_image_url: pictureAddress(render(image_url)),
  };
}

/** The URLs with and without placeholders. */
export interface RenderedUrls extends BadgeUrls {
  rendered_link_url: string;
  rendered_image_url: string;
}
