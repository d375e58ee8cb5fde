import { ChangelogServiceDefinition } from '@forgemesh/proto/repository/v1/changelog';
import { operation } from '#operation';
import { changelogSection, requireVersion } from '../changelog-section';

/** Generates the changelog section of a version. */
export const getChangelog = operation(ChangelogServiceDefinition.getChangelog, async (request, call) => ({
  notes: await changelogSection(call, request, requireVersion(request.version)),
}));
