import { createAddressMap } from './address-map';

describe('a map of addresses', () => {
  const addresses = createAddressMap({
    'repository/default': 'dns:///repository-0.set.svc:9090',
    'repository/storage-*': 'dns:///repository-*.set.svc:9090',
    'repository/storage-7': 'dns:///elsewhere:9090',
  });

  it('finds each numbered replica by one entry', () => {
    const names = ['default', 'storage-1', 'storage-12', 'storage-7'];
    expect(names.map((name) => addresses.find(`repository/${name}`))).toEqual([
      'dns:///repository-0.set.svc:9090',
      'dns:///repository-1.set.svc:9090',
      'dns:///repository-12.set.svc:9090',
      'dns:///elsewhere:9090',
    ]);
  });

  it.each([
    'repository/storage-',
    'repository/storage-x',
    'repository/storage-01',
    'repository/storage-1.evil',
    'other',
  ])('has no address of %s', (name) => {
    expect(addresses.find(name)).toBeUndefined();
    expect(() => addresses.get(name)).toThrow(`no address of ${name} is configured`);
  });
});
