/** The files that are copied. A file is named by its kind and its id among those of its kind. */
import type { ServiceClient } from '@forgemesh/rpc';
import type { FileOriginServiceDefinition } from '@forgemesh/proto/api/v1/file_origin';
import type { Clients } from '../clients/clients';

/**
 * Kinds in the order in which a secondary begins with them. Pictures have the id of whose they are,
 * archives that of their project.
 */
export const fileKinds = ['upload', 'project_avatar', 'group_avatar', 'user_avatar', 'archive'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Those that go with their project. An attached file belongs to it, the others have its id. */
export const kindsOfProjects: readonly FileKind[] = ['upload', 'project_avatar', 'archive'];

/** A file. */
export interface FileName {
  kind: FileKind;
  id: number;
}

/** Who has the files of a kind, on a primary. */
export function originOf({ filesOfProjects, filesOfUsers }: Clients, kind: string): FileOrigin {
  return kind === 'user_avatar' ? filesOfUsers : filesOfProjects;
}

type FileOrigin = ServiceClient<typeof FileOriginServiceDefinition>;
