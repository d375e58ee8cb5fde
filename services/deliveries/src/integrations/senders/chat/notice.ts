/** Builds the messages of chat integrations from hook payloads. */
import type { Writer } from './markup';

/** A message before it is formatted for a chat system. */
export interface Notice {
  /** One sentence about the event. */
  summary: string;
  /** Details below the sentence. */
  details: string;
  color: 'good' | 'danger' | 'neutral';
  /** Avatar URL of the user. */
  icon: string | null;
}

/** The fields of hook payloads that messages use. */
export interface ChatPayload {
  object_kind: string;
  event_type?: string;
  user?: { name: string; username: string; avatar_url: string | null } | null;
  user_name?: string;
  user_username?: string;
  user_avatar?: string | null;
  project: { name: string; namespace: string; web_url: string; path_with_namespace: string };
  ref?: string;
  before?: string;
  after?: string;
  commits?: { id: string; message: string; url: string; author: { name: string } }[];
  issue?: { iid: number; title: string };
  merge_request?: { iid: number; title: string };
  snippet?: { id: number; title: string };
  commit?: { id: string; message: string } | null;
  object_attributes?: {
    id?: number;
    iid?: number;
    title?: string;
    description?: string | null;
    note?: string;
    action?: string;
    state?: string;
    url?: string;
    ref?: string;
    tag?: boolean;
    status?: string;
    duration?: number | null;
    message?: string;
  };
}

const noCommit = /^0+$/;
const SHORT_SHA = 8;
const MAX_COMMITS = 20;
const verbs: Record<string, string> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  merge: 'merged',
  approved: 'approved',
  unapproved: 'unapproved',
  create: 'created',
  update: 'edited',
  delete: 'deleted',
};

/** The message about a payload; null if there is none. */
export function noticeOf(payload: ChatPayload, writer: Writer): Notice | null {
  const parts = sentence(payload, writer);
  if (!parts) return null;
  return { details: '', color: 'neutral', icon: payload.user?.avatar_url ?? payload.user_avatar ?? null, ...parts };
}

type NoticeParts = Pick<Notice, 'summary'> & Partial<Notice>;

function sentence(payload: ChatPayload, writer: Writer): NoticeParts | null {
  switch (payload.object_kind) {
    case 'push':
    case 'tag_push':
      return pushNotice(payload, writer);
    case 'issue':
      return itemNotice(payload, writer, { kind: 'issue', sign: '#' });
    case 'merge_request':
      return itemNotice(payload, writer, { kind: 'merge request', sign: '!' });
    case 'note':
      return noteNotice(payload, writer);
    case 'pipeline':
      return pipelineNotice(payload, writer);
    case 'wiki_page':
      return wikiNotice(payload, writer);
    default:
      return null;
  }
}

function actor({ user, user_name, user_username }: ChatPayload, { text }: Writer): string {
  const [name, username] = [user?.name ?? user_name ?? '', user?.username ?? user_username ?? ''];
  return username === '' ? 'Someone' : `${text(name)} (${text(username)})`;
}

function projectLink({ project }: ChatPayload, { link }: Writer): string {
  return link(project.path_with_namespace, project.web_url);
}

function pushNotice(payload: ChatPayload, writer: Writer): NoticeParts {
  const { ref = '', before = '', after = '', project, commits = [], object_kind } = payload;
  const kind = object_kind === 'push' ? 'branch' : 'tag';
  const name = ref.replace(/^refs\/(heads|tags)\//, '');
  const actorName = actor(payload, writer);
  const where = projectLink(payload, writer);
  if (noCommit.test(after)) return { summary: `${actorName} removed ${kind} ${writer.text(name)} from ${where}` };
  const named = writer.link(name, `${project.web_url}/-/commits/${encodeURI(name)}`);
  const lines = commits.slice(-MAX_COMMITS).map(({ id, message, url, author }) => {
    const title = message.split('\n', 1)[0] ?? '';
    return `${writer.link(id.slice(0, SHORT_SHA), url)}: ${writer.text(title)} - ${writer.text(author.name)}`;
  });
  const details = lines.join('\n');
  if (noCommit.test(before)) return { summary: `${actorName} pushed new ${kind} ${named} to ${where}`, details };
  const compare = writer.link('Compare changes', `${project.web_url}/-/compare/${before}...${after}`);
  return { summary: `${actorName} pushed to ${kind} ${named} of ${where} (${compare})`, details };
}

/** Creations, closings and similar actions; edits send no message. */
function itemNotice(
  payload: ChatPayload,
  writer: Writer,
  { kind, sign }: { kind: string; sign: string },
): NoticeParts | null {
  const { iid = 0, title = '', url = '', action = '', description } = payload.object_attributes ?? {};
  const verb = verbs[action];
  if (verb === undefined || action === 'update') return null;
  const item = writer.link(`${sign}${iid} ${title}`, url);
  return {
    summary: `${actor(payload, writer)} ${verb} ${kind} ${item} in ${projectLink(payload, writer)}`,
    details: action === 'open' ? writer.text(description ?? '') : '',
  };
}

function noteNotice(payload: ChatPayload, writer: Writer): NoticeParts {
  const { url = '', note = '' } = payload.object_attributes ?? {};
  const { issue, merge_request: request, snippet, commit } = payload;
  const [name, title] = issue
    ? [`issue #${issue.iid}`, issue.title]
    : request
      ? [`merge request !${request.iid}`, request.title]
      : snippet
        ? [`snippet $${snippet.id}`, snippet.title]
        : [`commit ${commit?.id.slice(0, SHORT_SHA) ?? ''}`, commit?.message.split('\n', 1)[0] ?? ''];
  const link = writer.link(`commented on ${name}`, url);
  return {
    summary: `${actor(payload, writer)} ${link} in ${projectLink(payload, writer)}: ${writer.text(title)}`,
    details: writer.text(note),
  };
}

function pipelineNotice(payload: ChatPayload, writer: Writer): NoticeParts | null {
  const { id = 0, ref = '', tag = false, status = '', duration } = payload.object_attributes ?? {};
  if (status !== 'success' && status !== 'failed') return null;
  const { web_url } = payload.project;
  const pipeline = writer.link(`#${id}`, `${web_url}/pipelines/${id}`);
  const branch = writer.link(ref, `${web_url}/-/commits/${encodeURI(ref)}`);
  const outcome = status === 'success' ? 'passed' : 'failed';
  const time = duration ? ` after ${Math.round(duration)} s` : '';
  const what = `Pipeline ${pipeline} of ${tag ? 'tag' : 'branch'} ${branch}`;
  return {
    summary: `${projectLink(payload, writer)}: ${what} by ${actor(payload, writer)} ${outcome}${time}`,
    color: status === 'success' ? 'good' : 'danger',
  };
}

function wikiNotice(payload: ChatPayload, writer: Writer): NoticeParts {
  const { title = '', url = '', action = '', message = '' } = payload.object_attributes ?? {};
  const page = `${verbs[action] ?? action} ${writer.link('wiki page', url)}`;
  return {
    summary: `${actor(payload, writer)} ${page} in ${projectLink(payload, writer)}: ${writer.text(title)}`,
    details: writer.text(message),
  };
}
