/** The files of this service that secondary nodes replicate. */
import { avatarKind, fileOriginOperations } from '@forgemesh/data';
import type { Projects } from '#deps';
import { archiveKind } from './archive-kind';
import { uploadKind } from './upload-kind';

/** Whether nodes are registered. Earlier releases did not store it. */
function isReplicated({ settings }: Projects): boolean {
  return settings.current().has_geo_nodes !== false;
}

const pictures = ({ avatarFiles }: Projects) => avatarFiles;

export const fileReplicationOperations = fileOriginOperations<Projects>(
  {
    upload: uploadKind,
    project_avatar: avatarKind(pictures, ({ projects }) => projects.model as never),
    group_avatar: avatarKind(pictures, ({ namespaces }) => namespaces.model as never),
    archive: archiveKind,
  },
  isReplicated,
);
