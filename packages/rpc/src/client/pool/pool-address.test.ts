import { isPoolAddress, parsePoolAddress } from './pool-address';

describe('the address of a pool', () => {
  it('lists its members, or is a name that resolves to them', () => {
    expect(parsePoolAddress('pool:127.0.0.1:1, [::1]:2,host:3')).toEqual({
      kind: 'list',
      addresses: ['127.0.0.1:1', '[::1]:2', 'host:3'],
    });
    expect(parsePoolAddress('pool:127.0.0.1:1')).toEqual({ kind: 'list', addresses: ['127.0.0.1:1'] });
    expect(parsePoolAddress('pool:repository.forge.svc:9090')).toEqual({
      kind: 'name',
      host: 'repository.forge.svc',
      port: 9090,
    });
  });

  it('differs from that of a single process', () => {
    const addresses = ['pool:a:1', 'dns:///a:1', 'ipv4:127.0.0.1:1,127.0.0.1:2', '127.0.0.1:1', 'local'];
    expect(addresses.map(isPoolAddress)).toEqual([true, false, false, false, false]);
  });

  it.each(['pool:', 'pool:host', 'pool::1', 'pool:a:1,'])('needs hosts and ports: %s', (address) => {
    expect(() => parsePoolAddress(address)).toThrow('is not an address of a pool');
  });
});
