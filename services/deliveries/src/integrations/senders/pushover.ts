/** Notifies devices about pushes. */
import { textOf } from '#integrations/settings';
import { isCreation, isDeletion, shortRef, type HookPayload, type Sender } from './sender';

const MESSAGES = 'https://api.pushover.net/1/messages.json';
const optional = ['device', 'sound'] as const;
/** Limits of the receiver, in characters. */
const [MAX_TITLE, MAX_MESSAGE] = [250, 1024];

export const pushover: Sender = {
  message({ payload, properties }) {
    if (payload.object_kind !== 'push') return null;
    const { name, namespace, web_url: url } = payload.project;
    const given = optional.filter((one) => textOf(properties, one) !== '');
    const fields = {
      priority: textOf(properties, 'priority'),
      title: `${namespace} / ${name}`.slice(0, MAX_TITLE),
      message: messageOf(payload).slice(0, MAX_MESSAGE),
      url,
      url_title: `See project ${namespace} / ${name}`.slice(0, MAX_TITLE),
      ...Object.fromEntries(given.map((one) => [one, textOf(properties, one)])),
    };
    return { data: JSON.stringify(fields) };
  },
  target: (properties) => ({
    url: MESSAGES,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    completeBody: (data) =>
      new URLSearchParams({
        ...(JSON.parse(data) as Record<string, string>),
        token: textOf(properties, 'api_key'),
        user: textOf(properties, 'user_key'),
      }).toString(),
  }),
};

function messageOf(payload: HookPayload): string {
  const { user_name: user = '', ref = '', total_commits_count: count = 0 } = payload;
  const branch = `"${shortRef(ref)}"`;
  if (isDeletion(payload)) return `${user} deleted branch ${branch}.`;
  const verb = isCreation(payload) ? 'pushed new branch' : 'pushed to branch';
  const commits = count > 0 ? `\nTotal commits count: ${count}` : '';
  return `${user} ${verb} ${branch}.${commits}`;
}
