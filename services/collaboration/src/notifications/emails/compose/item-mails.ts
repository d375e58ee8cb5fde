/** Composes mails about issues, merge requests and epics. */
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import { rightsOnProject } from '#access';
import { type ItemDocument, itemStore } from '#items/model';
import { canReadMentioner } from '#discussion/notes';
import { readersOf } from '#notifications/todos';
import type { MailContent, MailProject } from '@forgemesh/proto/collaboration/v1/mail_content';
import { projectOf, reasonTexts } from './mail-parts';
import type { ItemDetails, ItemNotification, MailReason } from '../notification';
import type { EmailsDeps } from '../deps';

const types = {
  Issue: { noun: 'Issue', sign: '#', page: 'issues', header: 'Issue' },
  MergeRequest: { noun: 'Merge request', sign: '!', page: 'merge_requests', header: 'MergeRequest' },
  Epic: { noun: 'Epic', sign: '&', page: 'epics', header: 'Epic' },
} as const;

/** Reasons that appear in the header for mail filters. */
const headerReasons: readonly MailReason[] = ['assigned', 'mentioned', 'subscribed'];

/**
 * Composes a mail; null if the recipient may not read the item, or the item or note was deleted.
 */
export async function composeItemMail(
  deps: EmailsDeps,
  { notification, reason }: { notification: ItemNotification; reason: MailReason },
  user: UserProfile,
): Promise<MailContent | null> {
  const { target_type: type, target_id: id, project_id, group_id, note_id } = notification;
  const target = { target_type: type, target_id: id, project_id, group_id };
  const [reader] = await readersOf(deps, target, [user]);
  const item = (await itemStore(deps, type)?.find(id)) as ItemDocument | null | undefined;
  const note = note_id === null ? null : await deps.notes.find(note_id);
  const owner = await ownerOf(deps, notification);
  if (!reader || !item || !owner || (note_id !== null && !note)) return null;
  const { noun, sign, page, header } = types[type];
  const actor = notification.actor === null ? undefined : await deps.display.users.get(notification.actor);
  const names = { noun, reference: `${sign}${item.iid}`, actor: actor?.name ?? 'Someone' };
  const facts = await readableFacts(deps, notification.facts, user);
  const { lines, after } = await textsOf(deps, { ...notification, facts }, names);
  const root = `${header.toLowerCase()}_${id}`;
  const isFirst = notification.kind === 'created';
  return {
    from_name: actor?.name,
    subject: `${isFirst ? '' : 'Re: '}${owner.name} | ${item.title} (${names.reference})`,
    lines: isFirst ? [...lines, item.title] : lines,
    after,
    body: (note ? note.body : isFirst ? item.description : null) ?? undefined,
    url: `${owner.web_url}/-/${page}/${item.iid}${note ? `#note_${note._id}` : ''}`,
    reason: reasonTexts[reason],
    message_name: isFirst ? root : notification.event_id,
    conversation: isFirst ? undefined : root,
    headers: {
      [`X-GitLab-${header}-ID`]: String(id),
      [`X-GitLab-${header}-IID`]: String(item.iid),
      ...(headerReasons.includes(reason) && { 'X-GitLab-NotificationReason': reason }),
    },
    project: owner.project,
  };
}

interface Owner {
  name: string;
  web_url: string;
  /** Undefined for a group. */
  project: MailProject | undefined;
}

async function ownerOf({ display }: EmailsDeps, { project_id, group_id }: ItemNotification): Promise<Owner | null> {
  if (project_id !== null) {
    const project = await display.projects.get(project_id);
    return project ? { name: project.name, web_url: project.web_url, project: projectOf(project) } : null;
  }
  const group = await display.groups.get(group_id ?? 0);
  return group ? { name: group.name, web_url: group.web_url, project: undefined } : null;
}

/** Removes the object that closed the item if the recipient may not read it. */
async function readableFacts(
  deps: EmailsDeps,
  { via, ...facts }: ItemDetails,
  user: UserProfile,
): Promise<ItemDetails> {
  const { cause } = facts;
  if (via === undefined || !cause) return facts;
  const project = await rightsOnProject(deps, user, cause.project_id ?? 0);
  return project && canReadMentioner(cause, project) ? { ...facts, via } : facts;
}

interface Names {
  noun: string;
  reference: string;
  actor: string;
}

async function textsOf(
  deps: EmailsDeps,
  { kind, facts }: ItemNotification,
  { noun, reference, actor }: Names,
): Promise<{ lines: string[]; after: string[] }> {
  const it = `${noun} ${reference}`;
  const { email_author_in_body: isAuthorShown } = deps.instance.settings.current();
  const [line, ...after] = await (async (): Promise<string[]> => {
    switch (kind) {
      case 'created':
        return [isAuthorShown ? `${actor} created ${it}:` : `${it} was created:`];
      case 'closed':
        return [`${it} was closed by ${actor}${facts.via === undefined ? '' : ` via ${facts.via}`}.`];
      case 'reopened':
      case 'merged':
      case 'approved':
      case 'unapproved':
        return [`${it} was ${kind} by ${actor}.`];
      case 'due':
        return [`${it} is due ${facts.due_on ?? 'soon'}.`];
      case 'noted':
        return [isAuthorShown ? `${actor} commented on ${it}:` : `New comment on ${it}:`];
      case 'mentioned':
        return [`${actor} mentioned you in ${it}.`];
      case 'reassigned':
        return [
          `${actor} changed the assignees of ${it}.`,
          `From: ${await namesOf(deps, facts.from)}\nTo: ${await namesOf(deps, facts.to)}`,
        ];
      case 'reviewers_changed':
        return [
          `${actor} changed the reviewers of ${it}.`,
          `From: ${await namesOf(deps, facts.from)}\nTo: ${await namesOf(deps, facts.to)}`,
        ];
      case 'review_requested':
        return [`${actor} requested another review of ${it} from you.`];
      case 'labelled':
        return [`${actor} added labels to ${it}: ${await titlesOf(deps, facts.label_ids)}`];
      case 'pushed':
        return [
          `${actor} pushed to ${it}:`,
          (facts.commits ?? []).map(({ short_id: id, title }) => `${id} ${title}`).join('\n'),
        ];
    }
  })();
  return { lines: [line ?? ''], after };
}

async function namesOf({ display }: EmailsDeps, ids: readonly number[] = []): Promise<string> {
  const users = await display.users.find([...ids]);
  return ids.flatMap((id) => users.get(id)?.name ?? []).join(', ') || 'nobody';
}

async function titlesOf({ planning: { labels } }: EmailsDeps, ids: readonly number[] = []): Promise<string> {
  const found = await labels.model.find({ _id: { $in: [...ids] } }, { title: 1 }).lean();
  return found.map(({ title }) => title).join(', ');
}
