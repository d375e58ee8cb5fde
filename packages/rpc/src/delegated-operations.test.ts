import { readFileSync } from 'node:fs';
import { listOperations, parseDescriptors } from './contract';
import { withDelegatedOperations } from './delegated-operations';

describe('withDelegatedOperations', () => {
  const [own, other] = ['settings', 'geo'].map((name) =>
    readFileSync(require.resolve(`@forgemesh/proto/descriptors/${name}.binpb`)),
  ) as [Buffer, Buffer];
  const rpcsOf = (set: Uint8Array): string[] => listOperations(parseDescriptors(set)).map(({ rpc }) => rpc);

  it('takes over what is handled of the others, and nothing else', () => {
    const [handled = '', left = ''] = rpcsOf(other);
    const rpcs = rpcsOf(withDelegatedOperations(own, [other], new Set([handled])));
    expect(rpcs).toEqual([...rpcsOf(own), handled]);
    expect(rpcs).not.toContain(left);
  });

  it('keeps comments with what they are about', () => {
    const [, second] = listOperations(parseDescriptors(other));
    const [kept] = listOperations(
      parseDescriptors(withDelegatedOperations(own, [other], new Set([second?.rpc ?? '']))),
    ).slice(-1);
    expect(kept?.rpc).toBe(second?.rpc);
    expect(kept?.method.parent.methods).toHaveLength(second?.method.parent.methods.length ?? 0);
  });
});
