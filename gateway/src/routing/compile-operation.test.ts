import { listOperations, parseDescriptors, type OperationContract } from '@forgemesh/rpc';
import { fixtureDescriptors } from '../testing/fixture-mesh';
import { compileOperation } from './compile-operation';

const contracts = listOperations(parseDescriptors(fixtureDescriptors()));

/** Compiles an operation of the fixture service as if it admitted visitors. */
function compileForVisitors(name: string) {
  const contract = contracts.find((each) => each.name === name) as OperationContract;
  return compileOperation('fixture', { ...contract, options: { ...contract.options, visitors: true } }, 0);
}

describe('an operation that admits visitors', () => {
  it('is a read that is open to non-members', () => {
    expect(compileForVisitors('GetThing')).toMatchObject({ isRead: true, admitsVisitors: true });
    expect(compileOperation('fixture', contracts[0] as OperationContract, 0).admitsVisitors).toBe(false);
  });

  it.each(['CreateThing', 'DeleteThing', 'UploadThing', 'UpdateSecret'])('is not %s', (name) => {
    expect(() => compileForVisitors(name)).toThrow(/cannot admit visitors/);
  });
});
