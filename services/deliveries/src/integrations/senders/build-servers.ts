/** Integrations that start builds on other servers. */
import { type Properties, textOf } from '#integrations/settings';
import { basicAuth, branchToBuild, isDeletion, urlBelow, type HookPayload, type Sender } from './sender';

const BUILDKITE = 'https://webhook.buildkite.com/deliver';

/** Sends hook payloads as they are. */
function forwarding(target: Sender['target']): Sender {
  return { message: ({ payload }) => ({ data: JSON.stringify(payload) }), target };
}

/** A job receives the payloads at an address below that of the server. */
export const jenkins = forwarding((properties) => ({
  url: urlBelow(
    textOf(properties, 'jenkins_url'),
    'project',
    ...textOf(properties, 'project_name').split('/'),
  ).toString(),
  headers: basicAuth(properties),
}));

export const buildkite = forwarding((properties) => ({
  url: urlBelow(BUILDKITE, textOf(properties, 'token')).toString(),
}));

/** The server finds the repository by the path of the project. Deletions start no build. */
export const drone: Sender = {
  message({ payload }) {
    if (payload.object_kind !== 'merge_request' && isDeletion(payload)) return null;
    const { path_with_namespace: path } = payload.project;
    const at = path.lastIndexOf('/');
    const names = new URLSearchParams({ owner: path.slice(0, at), name: path.slice(at + 1) });
    return { data: JSON.stringify(payload), url_suffix: `&${names.toString()}` };
  },
  target: (properties) => ({
    url: withQuery(urlBelow(textOf(properties, 'drone_url'), 'hook'), accessToken(properties)),
  }),
};

function accessToken(properties: Properties): Record<string, string> {
  return { access_token: textOf(properties, 'token') };
}

function withQuery(url: URL, query: Record<string, string>): string {
  url.search = new URLSearchParams(query).toString();
  return url.toString();
}

export const teamcity: Sender = {
  message({ payload, properties }) {
    const branch = branchToBuild(payload);
    if (branch === null) return null;
    const type = escapeXml(textOf(properties, 'build_type'));
    return { data: `<build branchName="${escapeXml(branch)}"><buildType id="${type}"/></build>` };
  },
  target: (properties) => ({
    url: urlBelow(textOf(properties, 'teamcity_url'), 'httpAuth', 'app', 'rest', 'buildQueue').toString(),
    headers: { 'Content-Type': 'application/xml', ...basicAuth(properties) },
  }),
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** The plan builds all branches with new commits; the request does not name one. */
export const bamboo: Sender = {
  message: ({ payload }: { payload: HookPayload }) => (branchToBuild(payload) === null ? null : { data: '' }),
  target(properties) {
    const auth = basicAuth(properties);
    const query = {
      buildKey: textOf(properties, 'build_key'),
      ...('Authorization' in auth && { os_authType: 'basic' }),
    };
    return {
      url: withQuery(urlBelow(textOf(properties, 'bamboo_url'), 'updateAndBuild.action'), query),
      method: 'GET',
      headers: auth,
    };
  },
};
