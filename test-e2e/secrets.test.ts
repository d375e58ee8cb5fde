/**
 * Secrets passed to the mesh appear in no response and no log, regardless of how they were passed.
 */
import { asRoot, createUser, mesh, seededSecrets, unique, createProjectWithReadme } from '@forgemesh/testing';
import { findSecretsInLogs } from '../scripts/test/mesh.cjs';
import { cloneUrl, git, gitFailure, temporaryFolder } from './support/git';

/** A unique secret. */
function secret(): string {
  const text = unique('confidential');
  seededSecrets().add(text);
  return text;
}

it('does not contain secrets', async () => {
  const user = await createUser({ password: secret() });
  const project = await createProjectWithReadme(user.api);
  const path = `/projects/${project.id}`;

  const hook = { url: `http://example.com/hook`, token: secret() };
  const { body: made } = await user.api.post(`${path}/hooks`, hook);
  await user.api.put(`${path}/hooks/${made.id}`, { ...hook, token: secret() });
  expect((await user.api.get(`${path}/hooks`)).body).toHaveLength(1);

  const settings = [
    ...['akismet_api_key', 'asset_proxy_secret_key', 'captcha_private_key', 'eks_secret_access_key'],
    ...['elasticsearch_aws_secret_access_key', 'external_auth_client_key', 'external_auth_client_key_pass'],
    ...['slack_app_secret', 'slack_app_verification_token', 'static_objects_external_storage_auth_token'],
  ];
  const change = Object.fromEntries(settings.map((name) => [name, secret()]));
  expect((await asRoot().put('/application/settings', change)).status).toBe(200);
  await asRoot().get('/application/settings');
  await asRoot().put('/application/settings', Object.fromEntries(settings.map((name) => [name, null])));

  const mirror = { url: `https://ada:${secret()}@example.com/mirror.git` };
  expect((await user.api.post(`${path}/remote_mirrors`, mirror)).status).toBe(201);
  await user.api.get(`${path}/remote_mirrors`);

  // Wrong secrets are confidential too, because users mistype them.
  const { url } = mesh();
  const wrong = secret();
  const form = new URLSearchParams({ grant_type: 'password', username: user.username, password: wrong });
  const responses = [
    await fetch(`${url}/oauth/token`, { method: 'POST', body: form }),
    await fetch(`${url}/api/v4/user?private_token=${wrong}`),
    await fetch(`${url}/api/v4/user?private_token=${user.token}`),
    await fetch(`${url}/api/v4/nothing?private_token=${user.token}`),
    await fetch(`${url}/api/v4/user`, { headers: { Authorization: `Bearer ${wrong}` } }),
    await fetch(`${url}/api/v4/users`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'PRIVATE-TOKEN': mesh().rootToken },
      body: JSON.stringify({ password: wrong, email: 'no email', name: '', username: 7 }),
    }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([401, 401, 200, 404, 401, 400]);
  for (const response of responses) seededSecrets().assertNone(await response.text(), response.url.split('?')[0] ?? '');

  const folder = temporaryFolder('secrets');
  await git(folder, 'ls-remote', cloneUrl(url, project.path_with_namespace, user.token));
  await gitFailure(folder, 'ls-remote', cloneUrl(url, project.path_with_namespace, wrong));

  expect(await findSecretsInLogs(mesh().dataDir, [mesh().rootToken])).toEqual([]);
});
