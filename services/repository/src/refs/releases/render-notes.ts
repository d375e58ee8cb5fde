import { renderMarkdown } from '@forgemesh/markdown';
import type { Call } from '@forgemesh/rpc';
import type { Repositories } from '../../deps';
import type { ReleaseDocument } from './release.model';

/**
 * The notes of releases as HTML, in order; null for releases without notes. The HTML is cached
 * until the release changes.
 */
export async function renderNotes(
  { deps: { renderedNotes }, caller }: Call<Repositories>,
  releases: readonly ReleaseDocument[],
): Promise<(string | null)[]> {
  const rendered: (string | null)[] = [];
  // One after the other, because a caller has one thread of the renderer at a time.
  for (const { _id, version, description } of releases) {
    const key = `${_id}:${version}`;
    const html =
      description === null ? null : (renderedNotes.get(key) ?? (await renderMarkdown(description, caller.key)));
    if (html !== null) renderedNotes.set(key, html);
    rendered.push(html);
  }
  return rendered;
}
