import { graphRows, laneCount } from './graph-layout';

const commit = (id: string, ...parents: string[]) => ({ id, parent_ids: parents });

describe('the lanes of commits', () => {
  it('are one for a linear history', () => {
    const rows = graphRows([commit('c', 'b'), commit('b', 'a'), commit('a')]);
    expect(rows).toEqual([
      { lane: 0, passing: [], from: [], to: [0] },
      { lane: 0, passing: [], from: [0], to: [0] },
      { lane: 0, passing: [], from: [0], to: [] },
    ]);
    expect(laneCount(rows)).toBe(1);
  });

  it('part at a merge and meet at the common parent', () => {
    const rows = graphRows([
      commit('merge', 'main', 'topic'),
      commit('topic', 'base'),
      commit('main', 'base'),
      commit('base'),
    ]);
    expect(rows).toEqual([
      { lane: 0, passing: [], from: [], to: [0, 1] },
      { lane: 1, passing: [0], from: [1], to: [1] },
      // Both lead to the base: the lane that does so already is shared.
      { lane: 0, passing: [1], from: [0], to: [1] },
      { lane: 1, passing: [], from: [1], to: [] },
    ]);
    expect(laneCount(rows)).toBe(2);
  });

  it('are used again, and begin anew for other branches', () => {
    const rows = graphRows([commit('x'), commit('b', 'a'), commit('y', 'a')]);
    expect(rows.map(({ lane }) => lane)).toEqual([0, 0, 1]);
    expect(rows[2]).toEqual({ lane: 1, passing: [0], from: [], to: [0] });
  });
});
