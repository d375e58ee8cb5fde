import type { EventConsumer, ForgeEvent } from '@forgemesh/events';
import { appendEvent } from '#replication/events';
import { type FileKind, type FileName, originOf } from '#replication/files';
import { hasSecondaries } from '#nodes';
import type { ConsumersDeps } from './deps';

const avatarKinds: Record<string, FileKind> = {
  'projects.project': 'project_avatar',
  'projects.group': 'group_avatar',
  'identity.user': 'user_avatar',
};
const LIMIT = 500;

/** Events that may concern a file. */
type FileEvent =
  | 'projects.project.created'
  | 'projects.project.updated'
  | 'projects.group.created'
  | 'projects.group.updated'
  | 'projects.group.deleted'
  | 'projects.upload.created'
  | 'projects.export.completed'
  | 'projects.import.completed'
  | 'identity.user.created'
  | 'identity.user.updated'
  | 'identity.user.deleted';

/**
 * Logs new, replaced and deleted files. The files of a deleted project are not logged: its
 * `project_removed` entry covers them.
 */
export const onFileChanged = [
  createFileLogConsumer('geo-file-log', [
    'projects.project.created',
    'projects.project.updated',
    'projects.group.created',
    'projects.group.updated',
    'projects.group.deleted',
    'projects.upload.created',
    'projects.export.completed',
    'projects.import.completed',
  ]),
  createFileLogConsumer('geo-user-file-log', [
    'identity.user.created',
    'identity.user.updated',
    'identity.user.deleted',
  ]),
];

/** A consumer receives the events of one service. */
function createFileLogConsumer(name: string, events: FileEvent[]): EventConsumer<FileEvent, ConsumersDeps> {
  return {
    name,
    events,
    from: 'new',
    async handle(event, deps) {
      if (!(await hasSecondaries(deps))) return;
      for (const { kind, id } of await filesOf(event, deps)) {
        const entry = { event_id: `${event.id}/${kind}/${id}`, file_kind: kind, file_id: id, at: new Date(event.time) };
        await appendEvent(deps.events, { ...entry, type: 'file_changed', project_id: 0 });
      }
    },
  };
}

async function filesOf(event: ForgeEvent<FileEvent>, deps: ConsumersDeps): Promise<FileName[]> {
  switch (event.type) {
    case 'projects.upload.created':
      return [{ kind: 'upload', id: event.data.entity.id }];
    case 'projects.export.completed':
      return [{ kind: 'archive', id: event.data.entity.project_id }];
    case 'projects.import.completed':
      return importedFiles(deps, event.data.entity.project_id);
  }
  const { entity, changes } = event.data;
  const [, resource = '', verb] = /^(.+)\.(\w+)$/.exec(event.type) ?? [];
  const isChanged =
    verb === 'created'
      ? Boolean(entity.avatar_url)
      : verb === 'deleted' || 'avatar' in changes || 'avatar_url' in changes;
  return isChanged ? [{ kind: avatarKinds[resource] as FileKind, id: entity.id }] : [];
}

/** The files of an imported project; no events are published for them. */
async function importedFiles({ clients }: ConsumersDeps, projectId: number): Promise<FileName[]> {
  const files: FileName[] = [{ kind: 'project_avatar', id: projectId }];
  for (let after_id = 0; ;) {
    const request = { kind: 'upload', after_id, limit: LIMIT, belongs_to: projectId };
    const { ids } = await originOf(clients, 'upload').listFileIds(request);
    files.push(...ids.map((id): FileName => ({ kind: 'upload', id })));
    if (ids.length < LIMIT) return files;
    after_id = ids.at(-1) as number;
  }
}
