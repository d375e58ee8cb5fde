/** Limits of bodies in the contracts of all services. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listOperations, parseDescriptors } from '@forgemesh/rpc';
import { compileOperation, pathParams, type CompiledOperation } from './compile-operation';

const megabyte = 1024 * 1024;
const folder = dirname(require.resolve('@forgemesh/proto/descriptors/gateway.binpb'));
const operations: CompiledOperation[] = readdirSync(folder)
  .filter((file) => file.endsWith('.binpb'))
  .flatMap((file) => {
    const service = file.slice(0, -'.binpb'.length);
    const contracts = listOperations(parseDescriptors(readFileSync(join(folder, file))));
    return contracts
      .filter(({ rpc }) => rpc.startsWith(`/forgemesh.${service}.`))
      .map((contract) => compileOperation(service, contract, megabyte));
  });

const namesOf = (list: CompiledOperation[]): string[] => list.map(({ contract }) => contract.name).sort();

it('are above 10 MiB only for the contents of files', () => {
  expect(namesOf(operations.filter(({ maxParamsBytes }) => maxParamsBytes > 10 * megabyte))).toEqual([
    'CreateCommit',
    'CreateFile',
    'UpdateFile',
  ]);
});

it('are above 10 MiB only where the path names a project, which is authorized first', () => {
  const large = operations.filter(({ maxParamsBytes }) => maxParamsBytes > 10 * megabyte);
  for (const { access, contract } of large) {
    const inPath = access.filter(({ param }) => contract.paths.every((path) => pathParams(path).includes(param)));
    expect([contract.name, inPath.map(({ kind, optional }) => [kind, optional])]).toEqual([
      contract.name,
      [['project', false]],
    ]);
  }
});

it('are above a megabyte only for callers with a token, or those without one are limited more', () => {
  const open = operations.filter(({ auth, tokenInBody }) => auth === 'public' || tokenInBody);
  expect(namesOf(open.filter(({ isUpload }) => isUpload))).toEqual([]);
  expect(namesOf(open.filter(({ maxParamsBytes }) => maxParamsBytes > megabyte))).toEqual([
    'RenderMarkdown',
    'RenderMarkdownTexts',
  ]);
});

it('name the operations whose body may carry a token', () => {
  expect(namesOf(operations.filter(({ tokenInBody }) => tokenInBody))).toEqual([
    'CreateOauthToken',
    'RevokeOauthToken',
    'TriggerPipeline',
  ]);
});
