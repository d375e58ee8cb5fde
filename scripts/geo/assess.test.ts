import { assessPromotion, isSameName, type PromotionFacts } from './assess.ts';

const at = (time: string) => new Date(`2026-05-01T${time}:00Z`);

const complete: PromotionFacts = {
  now: at('12:30'),
  respondingUrls: [],
  primaryName: 'https://forge.example.com',
  statedOff: 'https://forge.example.com/',
  hasOwnNode: true,
  isSecondaryRunning: false,
  hasBackfilled: true,
  caughtUpAt: at('12:10'),
  isPaused: false,
  waitingEvents: 0,
  isSelective: false,
  repositories: [
    { projectId: 1, kind: 'project', replica: 'current' },
    { projectId: 1, kind: 'wiki', replica: 'current' },
  ],
  projectsLackingLargeFiles: [],
  backup: { begunAt: at('12:00'), finishedAt: at('12:01'), revision: 'a', isComplete: false },
  revision: 'a',
  versions: { primary: '1', secondary: '1' },
  newestChangeAt: at('12:09'),
};

function assess(facts: Partial<PromotionFacts>) {
  return assessPromotion({ ...complete, ...facts });
}

describe('the assessment of a promotion', () => {
  it('finds nothing against a secondary with everything', () => {
    const { refusals, losses, notes } = assess({});
    expect({ refusals, losses }).toEqual({ refusals: [], losses: [] });
    expect(notes).toEqual([
      expect.stringContaining('2026-05-01T12:00:00.000Z'),
      expect.stringContaining('2 are taken from the replicas, which had everything at 2026-05-01T12:10:00.000Z'),
    ]);
  });

  it('refuses while the primary responds, or another node is said to be off', () => {
    expect(assess({ respondingUrls: ['https://forge.example.com/'] }).refusals).toEqual([
      expect.stringContaining('still responds at https://forge.example.com/'),
    ]);
    expect(assess({ statedOff: 'north' }).refusals).toEqual([expect.stringContaining('not north')]);
    expect(assess({ statedOff: undefined }).refusals).toEqual([]);
  });

  it('refuses without the nodes, and while the secondary runs', () => {
    expect(assess({ primaryName: undefined, hasOwnNode: false, isSecondaryRunning: true }).refusals).toEqual([
      expect.stringContaining('has no primary'),
      expect.stringContaining('does not contain the node'),
      expect.stringContaining('stop it first'),
    ]);
    // A look changes nothing.
    expect(assess({ statedOff: undefined, isSecondaryRunning: true }).refusals).toEqual([]);
  });

  it('lists what would be lost', () => {
    const { losses } = assess({
      hasBackfilled: false,
      isPaused: true,
      waitingEvents: 3,
      repositories: [
        { projectId: 7, kind: 'wiki', replica: 'behind' },
        ...Array.from({ length: 22 }, (_, index) => ({
          projectId: 100 + index,
          kind: 'project' as const,
          replica: 'absent' as const,
        })),
      ],
      projectsLackingLargeFiles: [9],
    });
    expect(losses).toEqual([
      expect.stringContaining('never replicated everything'),
      expect.stringContaining('is paused'),
      expect.stringContaining('3 changes'),
      '1 replicas lack commits or are not verified: projects 7 (wiki).',
      expect.stringMatching(/^22 repositories have no replica: projects 100, .* 119 and 2 more\.$/),
      'Large files of 1 projects are not all replicated: projects 9.',
    ]);
  });

  it('takes from a complete backup what the replicas lack', () => {
    const { losses, notes } = assess({
      backup: { ...complete.backup, isComplete: true },
      repositories: [{ projectId: 7, kind: 'project', replica: 'behind' }],
      projectsLackingLargeFiles: [7],
    });
    expect(losses).toEqual([]);
    expect(notes).toContain('1 repositories are taken from the backup.');
  });

  it('doubts other versions, and clocks that differ', () => {
    const { losses } = assess({ revision: 'b', versions: { primary: '1', secondary: '2' }, now: at('12:05') });
    expect(losses).toEqual([
      expect.stringContaining('revision a'),
      expect.stringContaining('version 1'),
      'The clock of this machine is 240 s behind that of the primary.',
    ]);
  });

  it('compares names as the services do', () => {
    expect(isSameName('https://Forge.example.com', 'https://forge.example.com/')).toBe(true);
    expect(isSameName('north', 'south')).toBe(false);
  });
});
