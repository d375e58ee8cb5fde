import { changesOf, type Change } from '@forgemesh/data';
import { type AccessEntry, entriesOf, namedBy, presentEventEntry } from '#refs/access-entries';
import { tagLists } from './protected-tag.entity';
import type { ProtectedTagDocument } from './protected-tag.model';

/** The update of a protection with its event; null if nothing changes. */
export function changeTagProtection(
  current: ProtectedTagDocument,
  set: { create_access_levels: AccessEntry[] },
  actor: number | null,
): Change<ProtectedTagDocument> | null {
  const next = { ...current, ...set };
  const changes = changesOf(reported(current), reported(next));
  if (Object.keys(changes).length === 0) return null;
  return {
    set: { ...set, named: namedBy(entriesOf(tagLists(next))) },
    events: [{ type: 'repository.protected_tag.updated', actor, changes }],
  };
}

function reported(document: ProtectedTagDocument) {
  return { create_access_levels: tagLists(document).create_access_levels.map(presentEventEntry) };
}
