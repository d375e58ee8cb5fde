import { createAddressMap } from './address-map';

describe('an address map', () => {
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
    // The response reveals nothing about the configuration, the log does.
    let thrown: unknown;
    try {
      addresses.get(name);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({
      body: '503 Service Unavailable',
      cause: { message: `no address of ${name} is configured` },
    });
  });
});
