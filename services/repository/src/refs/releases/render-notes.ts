import { renderMarkdown } from '@forgemesh/markdown';
import type { Repositories } from '../../deps';
import type { ReleaseDocument } from './release.model';

/**
 * The notes of releases as HTML, in order; null for releases without notes. The HTML is cached
 * until the release changes.
 */
export async function renderNotes(
  { renderedNotes }: Repositories,
  releases: readonly ReleaseDocument[],
): Promise<(string | null)[]> {
  const rendered: (string | null)[] = [];
  // One after the other, because the renderer accepts only a few long texts concurrently.
  for (const { _id, version, description } of releases) {
    const key = `${_id}:${version}`;
    const html = description === null ? null : (renderedNotes.get(key) ?? (await renderMarkdown(description)));
    if (html !== null) renderedNotes.set(key, html);
    rendered.push(html);
  }
  return rendered;
}
