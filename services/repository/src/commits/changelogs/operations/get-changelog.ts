import { operation, type Call } from '@forgemesh/rpc';
import { ChangelogServiceDefinition } from '@forgemesh/proto/repository/v1/changelog';
import { changelogSection, requireVersion } from '../changelog-section';
import type { ChangelogsDeps } from '../deps';

/** Generates the changelog section of a version. */
export const getChangelog = operation(
  ChangelogServiceDefinition.getChangelog,
  async (request, call: Call<ChangelogsDeps>) => ({
    notes: await changelogSection(call, request, requireVersion(request.version)),
  }),
);
