/** Presents releases in the API. */
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Release, ReleaseAssets, ReleaseAuthor, ReleaseLink } from '@forgemesh/proto/repository/v1/release';
import type { Urls } from '#clients';
import { presentCommit } from '#commits/history';
import { locateRepository } from '#commits';
import type { ReleaseDocument, ReleaseLinkDocument } from './release.model';
import { renderNotes } from './render-notes';
import type { ReleasesDeps } from './deps';

const sourceFormats = ['zip', 'tar.gz', 'tar.bz2', 'tar'];

/** Presents releases with one query each for their authors and commits. */
export async function presentReleases(
  call: Call<ReleasesDeps>,
  releases: readonly ReleaseDocument[],
): Promise<ResponseOf<Release>[]> {
  const { git, clients, urls } = call.deps;
  if (releases.length === 0) return [];
  const notes = await renderNotes(call, releases);
  const shas = [...new Set(releases.flatMap(({ sha }) => sha ?? []))];
  const ids = [...new Set(releases.map(({ author_id: id }) => id))];
  const [commits, { users }] = await Promise.all([
    git.getCommits({ repo: locateRepository(call).repo, ids: shas }),
    clients.users.listUserProfiles({ ids, usernames: [], emails: [] }),
  ]);
  return releases.map((release, index) => {
    const author = users.find(({ id }) => id === release.author_id);
    const commit = commits.find((each) => each?.id === release.sha);
    return {
      tag_name: release.tag_name,
      name: release.name,
      description: release.description,
      created_at: release.created_at.toISOString(),
      released_at: release.released_at.toISOString(),
      upcoming_release: release.released_at.getTime() > Date.now(),
      author: author ? presentAuthor(author) : null,
      commit: commit ? presentCommit(commit) : null,
      assets: presentAssets(urls, release),
      description_html: notes[index] ?? null,
    };
  });
}

/** Presents a release in events. */
export function presentReleaseForEvent({ _id, project_id, tag_name, name, description }: ReleaseDocument): object {
  return { id: _id, project_id, tag_name, name, description };
}

function presentAuthor(user: ResponseOf<ReleaseAuthor>): ResponseOf<ReleaseAuthor> {
  const { id, name, username, state, avatar_url, web_url } = user;
  return { id, name, username, state, avatar_url: avatar_url ?? null, web_url };
}

function presentAssets(urls: Urls, { project_id, tag_name, links }: ReleaseDocument): ReleaseAssets {
  const archive = urls.api(`/projects/${project_id}/repository/archive`);
  const sources = sourceFormats.map((format) => ({
    format,
    url: `${archive}.${format}?sha=${encodeURIComponent(tag_name)}`,
  }));
  return {
    count: sources.length + links.length,
    sources,
    links: presentLinks(urls, links),
  };
}

/** Presents the links of a release, newest first. */
export function presentLinks(urls: Urls, links: readonly ReleaseLinkDocument[]): ReleaseLink[] {
  return links.map((link) => presentLink(urls, link)).sort((a, b) => b.id - a.id);
}

/** Presents one link. */
export function presentLink({ base }: Urls, { id, name, url }: ReleaseLinkDocument): ReleaseLink {
  return { id, name, url, external: !url.startsWith(`${base}/`) };
}
