import { atomDownload } from '@forgemesh/http';
import { downloadOperation, type Call } from '@forgemesh/rpc';
import { ReleaseFeedServiceDefinition } from '@forgemesh/proto/repository/v1/release_feed';
import { presentReleases } from '../release.entity';
import type { ReleaseDocument } from '../release.model';
import type { ReleasesDeps } from '../deps';

const SHOWN = 20;

/** Gets the releases of a project as a feed. */
export const getReleasesFeed = downloadOperation(
  ReleaseFeedServiceDefinition.getReleasesFeed,
  async (_request, call: Call<ReleasesDeps>) => {
    const { releases, urls } = call.deps;
    const { id, name, full_path: path } = call.resource();
    const found = await releases.model
      .find({ project_id: id }, null, { sort: { released_at: -1, _id: -1 }, limit: SHOWN })
      .lean<ReleaseDocument[]>();
    const url = `${urls.base}/${path}/-/releases`;
    return atomDownload({
      title: `${name}: releases`,
      url,
      entries: (await presentReleases(call, found)).map((release) => {
        const page = `${url}/${release.tag_name.split('/').map(encodeURIComponent).join('/')}`;
        return {
          id: page,
          title: release.name ?? release.tag_name,
          url: page,
          updated: release.released_at,
          author: release.author?.name ?? 'Somebody',
          text: release.description ?? undefined,
        };
      }),
    });
  },
);
