import { findProblems, readCalls } from './clients.ts';
import { readServed } from './tables.ts';

describe('clients.tsv', () => {
  const calls = readCalls(readServed());

  it('has no call with both a route and a reason, and no duplicate call', () => {
    expect(findProblems(calls)).toEqual([]);
  });

  it('has every column', () => {
    for (const call of calls) {
      expect(call.method).toMatch(/^(GET|POST|PUT|PATCH|DELETE|HEAD)$/);
      expect(call.path).toMatch(/^\//);
      expect(call.clients).not.toBe('');
    }
  });

  it('is checked', () => {
    const call = { method: 'GET', path: '/user', clients: 'x', reason: 'none', hasRoute: true };
    expect(findProblems([call, { ...call, path: '/user' }])).toEqual([
      'clients.tsv: GET /user has a route and a reason (none)',
      'clients.tsv: GET /user has a route and a reason (none)',
      'clients.tsv: GET /user is listed twice',
    ]);
  });
});
