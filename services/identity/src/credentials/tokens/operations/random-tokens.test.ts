/** A token cannot be computed from the content of the database and the instance's secret. */
import { randomUUID } from 'node:crypto';
import { serviceContext, type Caller } from '@forgemesh/rpc';
import { createDigests, createSecretBox } from '@forgemesh/security';
import type { CallContext } from '@forgemesh/telemetry';
import { asRoot, createUser, mesh, meshCaller, createProject } from '@forgemesh/testing';
import { DeployTokenServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_token';
import { OauthServiceDefinition } from '@forgemesh/proto/identity/v1/oauth';
import { PersonalAccessTokenServiceDefinition } from '@forgemesh/proto/identity/v1/personal_access_token';
import { secretOfMesh, withDatabase } from '#testing/stored-documents';

const password = 'a-long-password-1';
let caller: Caller;

beforeAll(() => {
  caller = meshCaller();
});

afterAll(() => caller.close());

function contextOf(operationId: string, access: CallContext['access'] = {}): CallContext {
  const root = { id: 1, username: 'root', name: 'Administrator', admin: true, external: false };
  const scopes = ['api'];
  return { ...serviceContext(randomUUID()), user: root, real_user_id: 1, operation_id: operationId, scopes, access };
}

/** All documents with a field in the token collections. */
function storedWith(field: string): Promise<unknown[]> {
  return withDatabase(async (connection) => {
    const find = (name: string) =>
      connection
        .collection(name)
        .find({ [field]: { $exists: true } })
        .toArray();
    return [...(await find('tokens')), ...(await find('deploy_tokens'))];
  });
}

describe('a new token', () => {
  it('leaves nothing in the database from which it can be computed', async () => {
    const user = await createUser();
    const project = await createProject(user.api);
    const created = await user.api.post('/personal_access_tokens', { name: 'a', scopes: ['api'] });
    const deploy = { name: 'a', scopes: ['read_repository'] };
    expect(created.status).toBe(201);
    expect((await user.api.post(`/projects/${project.id}/deploy_tokens`, deploy)).status).toBe(201);
    const fields = { grant_type: 'password', username: user.username, password };
    const signedIn = await fetch(`${mesh().url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
    expect(signedIn.status).toBe(200);
    expect(await storedWith('operation_id')).toEqual([]);
  });

  it('is returned to a retry from an encrypted copy that expires after minutes', async () => {
    const tokens = caller.client(PersonalAccessTokenServiceDefinition, 'identity');
    const operationId = randomUUID();
    const request = { name: 'repeated', scopes: ['read_user'] };
    const repeat = () => tokens.createPersonalAccessToken(request, { context: contextOf(operationId) });
    const responses = await Promise.all([repeat(), repeat()]);
    expect(responses).toEqual([await repeat(), responses[0]]);
    const token = String(responses[0]?.token);
    const derived = createDigests(secretOfMesh(), 'new tokens')(operationId)[0] as string;
    expect(token).not.toBe(`glpat-${Buffer.from(derived, 'hex').subarray(0, 15).toString('base64url')}`);
    const copy = await withDatabase((connection) =>
      connection
        .collection<{ _id: string; sealed: string; until: Date }>('issued_secrets')
        .findOne({ _id: operationId }),
    );
    expect(JSON.stringify(copy)).not.toContain(token);
    expect(createSecretBox(secretOfMesh(), 'issued_secrets').open(String(copy?.sealed))).toContain(token);
    const minutes = (Number(copy?.until) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(1);
    expect(minutes).toBeLessThan(15);
    const { body } = await asRoot().get('/personal_access_tokens?user_id=1&per_page=100');
    expect(body.filter(({ name }: { name: string }) => name === 'repeated')).toHaveLength(1);
  });

  it('is returned to a retry for deploy tokens and sign-ins too', async () => {
    const user = await createUser();
    const project = await createProject(user.api);
    const deployTokens = caller.client(DeployTokenServiceDefinition, 'identity');
    const access = { id: { id: project.id } } as unknown as CallContext['access'];
    const context = contextOf(randomUUID(), access);
    const request = { id: String(project.id), name: 'a', scopes: ['read_repository'] };
    const first = await deployTokens.createProjectDeployToken(request, { context });
    expect(await deployTokens.createProjectDeployToken(request, { context })).toEqual(first);
    const oauth = caller.client(OauthServiceDefinition, 'identity');
    const signIn = { grant_type: 'password', username: user.username, password };
    const anonymous = () => ({ context: { ...serviceContext(randomUUID()), operation_id: randomUUID() } });
    const once = anonymous();
    const signedIn = await oauth.createOauthToken(signIn, once);
    expect(await oauth.createOauthToken(signIn, once)).toEqual(signedIn);
    const refresh = { grant_type: 'refresh_token', refresh_token: signedIn.refresh_token };
    const later = anonymous();
    const refreshed = await oauth.createOauthToken(refresh, later);
    expect(refreshed.access_token).not.toBe(signedIn.access_token);
    // A retried exchange does not count as a second use of the refresh token.
    expect(await oauth.createOauthToken(refresh, later)).toEqual(refreshed);
  });
});
