import type { Call } from '@forgemesh/rpc';
import type { ReleaseDocument } from './release.model';
import type { ReleasesDeps } from './deps';

/**
 * The notes of releases as HTML, in order; null for releases without notes. The HTML is cached
 * until the release or the settings of rendering change.
 */
export async function renderNotes(
  { deps: { markdown, renderedNotes }, caller }: Call<ReleasesDeps>,
  releases: readonly ReleaseDocument[],
): Promise<(string | null)[]> {
  const rendered: (string | null)[] = [];
  const revision = markdown.revision();
  // One after the other, because a caller has one thread of the renderer at a time.
  for (const { _id, version, description } of releases) {
    const key = `${_id}:${version}:${revision}`;
    const html =
      description === null ? null : (renderedNotes.get(key) ?? (await markdown.render(description, caller.key)));
    if (html !== null) renderedNotes.set(key, html);
    rendered.push(html);
  }
  return rendered;
}
