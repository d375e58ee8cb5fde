/** The files of this service that secondary nodes replicate. */
import { avatarKind, fileOriginOperations } from '@forgemesh/data';
import { archiveKind } from './archive-kind';
import { uploadKind } from './upload-kind';
import type { FileReplicationDeps } from './deps';

/** Whether nodes are registered. Earlier releases did not store it. */
function isReplicated({ settings }: FileReplicationDeps): boolean {
  return settings.current().has_geo_nodes !== false;
}

const pictures = ({ avatarFiles }: FileReplicationDeps) => avatarFiles;

export const fileReplicationOperations = fileOriginOperations<FileReplicationDeps>(
  {
    upload: uploadKind,
    project_avatar: avatarKind(pictures, ({ projects }) => projects.model as never),
    group_avatar: avatarKind(pictures, ({ namespaces }) => namespaces.model as never),
    archive: archiveKind,
  },
  isReplicated,
);
