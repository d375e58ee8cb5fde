import type { EventEntity } from '@forgemesh/events';
import type { ProtectedTag } from '@forgemesh/proto/repository/v1/protected_tag';
import type { ResponseOf } from '@forgemesh/rpc';
import {
  type EntryNames,
  loadEntryNames,
  NO_NAMES,
  type NumberedEntry,
  numberEntries,
  presentEntry,
} from '#refs/access-entries';
import type { ProtectedTagDocument } from './protected-tag.model';
import type { ProtectedTagsDeps } from './deps';

type Deps = Pick<ProtectedTagsDeps, 'clients' | 'users'>;

/** Presents a protection in events. */
export function presentProtectedTagEvent(
  document: ProtectedTagDocument,
): EventEntity<'repository.protected_tag.created'> {
  return { ...present(document, NO_NAMES), id: document._id, project_id: document.project_id };
}

/** Presents protected tags and wildcards in the API. */
export async function presentProtectedTags(
  deps: Deps,
  documents: readonly ProtectedTagDocument[],
): Promise<ResponseOf<ProtectedTag>[]> {
  const entries = documents.flatMap(({ create_access_levels: list }) => list);
  const names = await loadEntryNames(deps, entries);
  return documents.map((document) => present(document, names));
}

/** Presents one protected tag or wildcard in the API. */
export async function presentProtectedTag(
  deps: Deps,
  document: ProtectedTagDocument,
): Promise<ResponseOf<ProtectedTag>> {
  const [presented] = await presentProtectedTags(deps, [document]);
  return presented as ResponseOf<ProtectedTag>;
}

/** The entries of a protection with their numbers. */
export function tagLists({ create_access_levels }: ProtectedTagDocument): {
  create_access_levels: NumberedEntry[];
} {
  return numberEntries({ create_access_levels });
}

function present(document: ProtectedTagDocument, names: EntryNames): ResponseOf<ProtectedTag> {
  const { create_access_levels: entries } = tagLists(document);
  return {
    name: document.name,
    create_access_levels: entries.map((entry) => presentEntry(entry, names)),
  };
}
