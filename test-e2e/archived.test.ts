/**
 * An archived project is read-only for all writes to a feature, as declared by the protos, and for
 * pushes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOption, ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { listOperations, parseDescriptors, type OperationContract } from '@forgemesh/rpc';
import { createUser, mesh, unique, type TestUser } from '@forgemesh/testing';
import { Format, groups as groupsOption, param as paramOption } from '@forgemesh/proto/options/param';
import { RequestBody } from '@forgemesh/proto/options/operation';
import { cloneUrl, git, gitFailure, temporaryFolder } from './support/git';

const folder = join(__dirname, '../proto/gen/descriptors');
const writes = readdirSync(folder)
  .flatMap((file) => listOperations(parseDescriptors(readFileSync(join(folder, file)))))
  .filter(({ isRead, options }) => !isRead && options.access.some(({ subject }) => subject.case === 'project'));

/** Operations on the project itself instead of its content, which stay allowed. */
const aboutTheProject =
  /^\/api\/v4\/(groups\/\{id\}\/projects\/|projects\/\{id\}($|\/(archive|unarchive|restore|transfer|share|fork|star|unstar|badges|deploy_keys|deploy_tokens|hooks|members|push_rule|protected_branches|protected_tags|repository\/branches\/\{branch\}\/(un)?protect|access_requests|custom_attributes|export|housekeeping|mirror|remote_mirrors|approvals|approvers|approver_groups|approval_settings|approval_rules|subscribe|unsubscribe|notification_settings)(\/|$)))/;

const named = (operation: OperationContract): [string, OperationContract] => [
  `${operation.httpMethod} ${operation.paths[0]}`,
  operation,
];
const isAboutTheProject = ({ paths }: OperationContract): boolean => aboutTheProject.test(paths[0] as string);
const namesFeature = ({ options }: OperationContract): boolean =>
  options.access.some(({ subject, feature }) => subject.case === 'project' && feature !== '');

/** A POST that a read-only token may send. */
const changesNothing = ({ options }: OperationContract): boolean => options.scopes.includes('read_api');

/** A valid value for a field. */
function valueOf(field: DescField): unknown {
  const { oneOf, format } = getOption(field, paramOption);
  if (field.fieldKind === 'message') return bodyOf(field.message);
  if (field.fieldKind === 'list') {
    if (field.listKind === 'message') return [bodyOf(field.message)];
    return [field.listKind === 'scalar' && field.scalar !== ScalarType.STRING ? 1 : 'master'];
  }
  if (oneOf.length > 0) return oneOf[0];
  if (format === Format.DATE || format === Format.DATETIME) return '2999-01-01';
  if (format === Format.ID_OR_PATH || format === Format.ID) return '1';
  return field.fieldKind === 'scalar' && field.scalar === ScalarType.STRING ? 'master' : 1;
}

/** The required parameters of a request. */
function bodyOf(message: DescMessage): Record<string, unknown> {
  const required = message.fields.filter((field) => getOption(field, paramOption).required);
  return Object.fromEntries(required.map((field) => [field.name, valueOf(field)]));
}

function formOf(body: Record<string, unknown>, input: DescMessage): FormData {
  const form = new FormData();
  for (const { name, ...field } of input.fields) {
    const isFile = getOption({ name, ...field } as DescField, paramOption).format === Format.FILE;
    if (isFile) form.set(name, new Blob(['content']), 'file.txt');
    else if (body[name] !== undefined) form.set(name, String(body[name]));
  }
  return form;
}

describe('an archived project', () => {
  let owner: TestUser;
  let project: { id: number; path_with_namespace: string };
  beforeAll(async () => {
    owner = await createUser();
    const fields = { name: unique('archived'), initialize_with_readme: true };
    project = (await owner.api.post('/projects', fields)).body;
    expect((await owner.api.post(`/projects/${project.id}/archive`)).status).toBe(201);
  });

  it('is known to the contract', () => expect(writes.filter(namesFeature).length).toBeGreaterThan(15));

  it.each(writes.filter((operation) => !isAboutTheProject(operation) && !changesNothing(operation)).map(named))(
    'refuses %s to its owner',
    async (_route, operation) => {
      const path = (operation.paths[0] as string)
        .replace('/api/v4', '')
        .replace('{id}', String(project.id))
        .replace(/\{(\w+)\}/g, (_, name: string) =>
          String(valueOf(operation.input.fields.find((field) => field.name === name) as DescField)),
        );
      const body: Record<string, unknown> = { ...bodyOf(operation.input), ...alternatives(operation) };
      if (body['project_id'] !== undefined) body['project_id'] = project.id;
      const isUpload = operation.options.requestBody === RequestBody.UPLOAD;
      const sent = isUpload ? formOf(body, operation.input) : body;
      const response =
        operation.httpMethod === 'POST'
          ? await owner.api.post(path, sent)
          : operation.httpMethod === 'PUT'
            ? await owner.api.put(path, sent)
            : await owner.api.delete(path, sent);
      // If the service itself refuses the write, a missing resource is reported first.
      if (!namesFeature(operation) && response.status === 404) return;
      expect({ status: response.status, body: response.body }).toEqual({
        status: 403,
        body: { message: '403 Forbidden' },
      });
    },
  );

  it('can be cloned, but not pushed to', async () => {
    const clone = temporaryFolder('archived');
    await git(clone, 'clone', '-q', cloneUrl(mesh().url, project.path_with_namespace, owner.token), '.');
    await git(clone, 'commit', '-q', '--allow-empty', '-m', 'More');
    const said = await gitFailure(clone, 'push', 'origin', 'HEAD:more');
    expect(said).toContain('The project is archived: its repository cannot be changed.');
    expect((await owner.api.get(`/projects/${project.id}/repository/branches`)).body).toHaveLength(1);
  });

  it('accepts writes again when unarchived', async () => {
    await owner.api.post(`/projects/${project.id}/unarchive`);
    const branch = { branch: unique('open'), ref: 'master' };
    expect((await owner.api.post(`/projects/${project.id}/repository/branches`, branch)).status).toBe(201);
  });
});

/** One parameter of each set of alternatives. */
function alternatives({ input }: OperationContract): Record<string, unknown> {
  const { atLeastOneOf } = getOption(input, groupsOption);
  const names = atLeastOneOf.map(({ params }) => params[0]);
  return Object.fromEntries(
    input.fields.filter(({ name }) => names.includes(name)).map((field) => [field.name, valueOf(field)]),
  );
}
