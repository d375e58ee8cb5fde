/** Mails about exports and imports, for whoever asked for them. */
import type { ForgeEvent } from '@forgemesh/kit';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import { rightsOnProject } from '../authorize';
import type { Collaboration } from '../service';
import { bodiesOf, messageId, oneLine, projectHeaders, type Message } from './mail-parts';
import type { ProjectNews, ProjectNewsKind } from './news';
import { queueMails } from './queue-mails';
import { settingsOf } from './recipients';

const kinds: Record<string, ProjectNewsKind> = {
  'projects.export.completed': 'export_completed',
  'projects.export.failed': 'export_failed',
  'projects.import.completed': 'import_completed',
  'projects.import.failed': 'import_failed',
};

/** Queues the mail of an event, unless its recipient wants none at all. */
export async function queueProjectMail(deps: Collaboration, event: ForgeEvent): Promise<void> {
  const {
    project_id,
    user_id,
    path,
    import_error: error,
  } = event.data.entity as {
    project_id: number;
    user_id: number;
    path?: string;
    import_error?: string;
  };
  const kind = kinds[event.type];
  const settings = await settingsOf(deps, [user_id], [`project/${project_id}`, 'global']);
  if (!kind || settings.get(user_id)?.level === 'disabled') return;
  const news: ProjectNews = {
    ...{ event_id: event.id, kind, actor: event.actor, at: new Date(event.time), project_id, group_id: null },
    facts: { ...(path !== undefined && { path }), ...(error && { error }) },
  };
  await queueMails(deps, news, [{ user_id, reason: 'requested' }]);
}

/** Makes a mail; null where its recipient may not read the project any more. */
export async function composeProjectMail(
  deps: Collaboration,
  { kind, event_id, project_id: id, facts }: ProjectNews,
  user: UserProfile,
): Promise<Message | null> {
  const { base, host } = deps.urls;
  const rights = kind === 'import_failed' ? null : await rightsOnProject(deps, user, id ?? 0);
  const project = rights ? await deps.display.projects.get(rights.id) : undefined;
  if (!project && kind !== 'import_failed') return null;
  const name = project?.path_with_namespace ?? facts.path ?? '';
  const { subject, line } = wordsOf(kind, name);
  return {
    from_name: null,
    subject: oneLine(`${project?.name ?? facts.path ?? ''} | ${subject}`),
    ...(await bodiesOf({
      lines: [line, ...(facts.error === undefined ? [] : [facts.error])],
      url: kind === 'export_completed' ? `${project?.web_url ?? ''}/download_export` : (project?.web_url ?? base),
      why: 'because you asked for it',
    })),
    message_id: messageId(event_id, host),
    headers: project ? projectHeaders(project, host) : {},
  };
}

function wordsOf(kind: ProjectNewsKind, name: string): { subject: string; line: string } {
  switch (kind) {
    case 'export_completed':
      return { subject: 'Project was exported', line: `${name} was exported. The archive is kept for a day.` };
    case 'export_failed':
      return { subject: 'Project export error', line: `${name} could not be exported.` };
    case 'import_completed':
      return { subject: 'Project was imported', line: `${name} was imported.` };
    case 'import_failed':
      return { subject: 'Project import error', line: `${name} could not be imported.` };
  }
}
