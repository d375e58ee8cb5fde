import { atomDownload } from '@forgemesh/http';
import { type Call, downloadOperation } from '@forgemesh/rpc';
import { FeedServiceDefinition } from '@forgemesh/proto/collaboration/v1/feed';
import { listContributions, visibleInProject } from '#activity/contribution-events';
import type { FeedsDeps } from '../deps';
import { eventEntry } from '../event-entry';

/** Gets the activity of a project as a feed. */
export const getActivityFeed = downloadOperation(
  FeedServiceDefinition.getActivityFeed,
  async (_request, call: Call<FeedsDeps>) => {
    const { id, name, full_path: path } = call.resource('id');
    const visible = await visibleInProject(call);
    const { events } = await listContributions(call, { scope: { project_id: id }, visible, request: {} });
    const url = `${call.deps.instance.urls.base}/${path}`;
    return atomDownload({
      title: `${name}: activity`,
      url: `${url}/-/activity`,
      entries: (events ?? []).map((event) => eventEntry(event, url)),
    });
  },
);
