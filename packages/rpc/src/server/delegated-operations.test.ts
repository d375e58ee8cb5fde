import { readFileSync } from 'node:fs';
import { listOperations, parseDescriptors } from '../contract';
import { withDelegatedOperations } from './delegated-operations';

describe('withDelegatedOperations', () => {
  const [own, other] = ['settings', 'geo'].map((name) =>
    readFileSync(require.resolve(`@forgemesh/proto/descriptors/${name}.binpb`)),
  ) as [Buffer, Buffer];
  const rpcsOf = (set: Uint8Array): string[] => listOperations(parseDescriptors(set)).map(({ rpc }) => rpc);

  it('includes the handled operations of the others, and nothing else', () => {
    const [handled = '', left = ''] = rpcsOf(other);
    const rpcs = rpcsOf(withDelegatedOperations(own, [other], new Set([handled])));
    expect(rpcs).toEqual([...rpcsOf(own), handled]);
    expect(rpcs).not.toContain(left);
  });

  it('keeps comments with their elements', () => {
    const [, second] = listOperations(parseDescriptors(other));
    const [included] = listOperations(
      parseDescriptors(withDelegatedOperations(own, [other], new Set([second?.rpc ?? '']))),
    ).slice(-1);
    expect(included?.rpc).toBe(second?.rpc);
    expect(included?.method.parent.methods).toHaveLength(second?.method.parent.methods.length ?? 0);
  });
});
