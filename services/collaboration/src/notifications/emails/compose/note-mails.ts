/** Mails about notes on commits and snippets: their recipients and texts. */
import { canReadFeature } from '@forgemesh/access';
import { isForgeError } from '@forgemesh/errors';
import type { ForgeEvent } from '@forgemesh/events';
import { serviceContext } from '@forgemesh/rpc';
import { currentRequestId, type CallContext, type Principal } from '@forgemesh/telemetry';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { rightsOnProject } from '#access';
import { mentionsOf } from '#texts';
import { type NoteDocument, notesOn } from '#discussion/notes';
import type { NoteEventType } from '#notifications/todos';
import type { MailContent } from '@forgemesh/proto/collaboration/v1/mail_content';
import { projectOf, reasonTexts } from './mail-parts';
import type { MailReason, NoteNotification } from '../notification';
import { requestMails } from '../request-mails';
import { collectCandidates, mentionedIds, settingScopesOf, selectRecipients, watchers } from '../recipients';
import type { EmailsDeps } from '../deps';

/** A note on a commit or snippet of a project. */
type ProjectNote = NoteDocument & { project_id: number };

/** The commit or snippet that a note is on, as mails present it. */
interface Subject {
  title: string;
  /** Its name in texts: `Commit 1a2b3c4d`. */
  name: string;
  /** Path of its page, relative to the project page. */
  page: string;
  /** Header with its id. */
  headers: Record<string, string>;
  /** Its authors. */
  author_ids: number[];
}

const administrator = { id: 0, username: '', name: '', admin: true, external: false };
const SHORT_SHA = 8;

/** Whether a note is on a commit or snippet. */
export function isOnCommitOrSnippet(note: NoteDocument): note is ProjectNote {
  return (note.noteable_type === 'Commit' || note.noteable_type === 'Snippet') && note.project_id !== null;
}

/** Queues the mails about a new note, or about new mentions in a changed one. */
export async function queueNoteMails(
  deps: EmailsDeps,
  event: ForgeEvent<NoteEventType>,
  note: ProjectNote,
): Promise<void> {
  const isNew = event.type === 'collaboration.note.created';
  const mentioned = isNew ? mentionsOf(note.body) : event.data.changes.mentioned;
  const mentions = mentioned ? [mentioned] : [];
  if (!isNew && mentions.length === 0) return;
  const { id: event_id, actor, time } = event;
  const owner = { project_id: note.project_id, group_id: null };
  const notification: NoteNotification = {
    event_id,
    kind: 'remarked',
    actor,
    at: new Date(time),
    ...owner,
    note_id: note._id,
  };
  const scopes = await settingScopesOf(deps, owner);
  const candidates = collectCandidates(actor, [
    ['mentioned', await mentionedIds(deps, mentions)],
    ...(isNew
      ? ([
          ['participating', await participants(deps, note)],
          ['watching', await watchers(deps, owner, scopes)],
        ] as const)
      : []),
  ]);
  const rule = {
    scopes,
    unsubscribed_ids: [],
    assignee_ids: [],
    notifiesWatchers: true,
    customEvent: 'new_note' as const,
  };
  await requestMails(deps, notification, await selectRecipients(deps, candidates, rule));
}

/** The authors of the commit or snippet, and the authors of the notes on it. */
async function participants(deps: EmailsDeps, note: ProjectNote): Promise<number[]> {
  const rights = await rightsOnProject(deps, administrator, note.project_id);
  const subject = rights && (await subjectOf(deps, note, { user: administrator, rights }));
  const { noteable_type: type, noteable_id: id, project_id, commit_id } = note;
  const writers = await deps.notes.model
    .find({ ...notesOn({ type, id, project_id, commit_id }), system: false })
    .distinct('author_id');
  return [...(subject?.author_ids ?? []), ...writers];
}

/** Composes a mail; null if the recipient may not read the commit or snippet, or it was deleted. */
export async function composeNoteMail(
  deps: EmailsDeps,
  { notification, reason }: { notification: NoteNotification; reason: MailReason },
  user: UserProfile,
): Promise<MailContent | null> {
  const note = await deps.notes.find(notification.note_id);
  const rights = await rightsOnProject(deps, user, notification.project_id);
  const project = await deps.display.projects.get(notification.project_id);
  if (!note || !rights || !project || !isOnCommitOrSnippet(note)) return null;
  const { id, username, name, admin, external } = user;
  const subject = await subjectOf(deps, note, { user: { id, username, name, admin, external }, rights });
  if (!subject) return null;
  const actor = notification.actor === null ? undefined : await deps.display.users.get(notification.actor);
  const isAuthorShown = deps.instance.settings.current().email_author_in_body;
  return {
    from_name: actor?.name,
    subject: `Re: ${project.name} | ${subject.title} (${subject.name})`,
    lines: [
      isAuthorShown ? `${actor?.name ?? 'Someone'} commented on ${subject.name}:` : `New comment on ${subject.name}:`,
    ],
    body: note.body,
    after: [],
    url: `${project.web_url}/${subject.page}#note_${note._id}`,
    reason: reasonTexts[reason],
    message_name: notification.event_id,
    // No mail was sent with this name, but it groups all notes on the object into one conversation.
    conversation: subject.page,
    headers: subject.headers,
    project: projectOf(project),
  };
}

/** The user whose rights apply. */
interface Viewer {
  user: Principal;
  rights: AuthorizedResource;
}

/** The commit or snippet of a note; null if the viewer may not see it. */
async function subjectOf(deps: EmailsDeps, note: ProjectNote, viewer: Viewer): Promise<Subject | null> {
  const feature = note.noteable_type === 'Commit' ? 'repository' : 'snippets';
  if (!canReadFeature(viewer.rights, feature)) return null;
  const context = { ...serviceContext(currentRequestId()), access: { id: viewer.rights } };
  try {
    return await (note.noteable_type === 'Commit'
      ? commitOf(deps, note, context)
      : snippetOf(deps, note, viewer.user, context));
  } catch (error) {
    if (isForgeError(error) && error.reason === 'not_found') return null;
    throw error;
  }
}

async function commitOf({ clients }: EmailsDeps, { commit_id }: ProjectNote, context: CallContext): Promise<Subject> {
  const sha = commit_id ?? '';
  const { title, author_email } = await clients.commitLines.findCommitLine(
    { sha, line: 0, line_type: 'new' },
    { context },
  );
  const { users } = await clients.users.listUserProfiles({ emails: [author_email] });
  return {
    title,
    name: `Commit ${sha.slice(0, SHORT_SHA)}`,
    page: `-/commit/${sha}`,
    headers: { 'X-GitLab-Commit-ID': sha },
    author_ids: users.map(({ id }) => id),
  };
}

async function snippetOf(
  { clients }: EmailsDeps,
  { noteable_id: id }: ProjectNote,
  user: Viewer['user'],
  context: CallContext,
): Promise<Subject> {
  const viewer = { user_id: user.id, admin: user.admin, external: user.external };
  const { title, author_id } = await clients.snippets.getSnippetProfile({ snippet_id: id, viewer }, { context });
  return {
    title,
    name: `Snippet $${id}`,
    page: `snippets/${id}`,
    headers: { 'X-GitLab-Snippet-ID': String(id) },
    author_ids: [author_id],
  };
}
