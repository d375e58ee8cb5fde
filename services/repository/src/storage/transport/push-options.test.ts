import { parsePushOptions } from './push-options';

const nothing = { create: false, add_labels: [], remove_labels: [], merge_when_pipeline_succeeds: false };

describe('parsePushOptions', () => {
  it('parses all options about merge requests', () => {
    const options = [
      'merge_request.create',
      'merge_request.target=main',
      'merge_request.title=A = b',
      'merge_request.description=one\ntwo',
      'merge_request.label=a',
      'merge_request.label=b',
      'merge_request.unlabel=c',
      'merge_request.remove_source_branch',
      'merge_request.merge_when_pipeline_succeeds',
    ];
    expect(parsePushOptions(options)).toEqual({
      merge_request: {
        create: true,
        target: 'main',
        title: 'A = b',
        description: 'one\ntwo',
        add_labels: ['a', 'b'],
        remove_labels: ['c'],
        remove_source_branch: true,
        merge_when_pipeline_succeeds: true,
      },
      warnings: [],
    });
  });

  it('knows the short names, the last value and switched off options', () => {
    const options = ['mr.create', 'mr.title=a', 'mr.title=b', 'mr.remove_source_branch=false', 'mr.create=true'];
    expect(parsePushOptions(options).merge_request).toEqual({
      ...nothing,
      create: true,
      title: 'b',
      remove_source_branch: false,
    });
  });

  it('passes ci.skip on, which has its effect elsewhere', () => {
    expect(parsePushOptions(['ci.skip'])).toEqual({ merge_request: undefined, warnings: [] });
  });

  it.each([
    ['ci.variable=A=b', 'has no effect: a push starts no pipeline'],
    ['merge_request.unknown=1', 'is unknown and has no effect'],
    ['create', 'is unknown and has no effect'],
    ['', 'is unknown and has no effect'],
    ['merge_request.create=maybe', 'has an invalid value and no effect'],
    ['merge_request.title', 'has an invalid value and no effect'],
    ['merge_request.label=', 'has an invalid value and no effect'],
  ])('warns about %j', (option, problem) => {
    expect(parsePushOptions([option])).toEqual({
      merge_request: undefined,
      warnings: [`The push option '${option}' ${problem}.`],
    });
  });

  it('has few and short warnings', () => {
    const { warnings } = parsePushOptions(Array.from({ length: 1_000 }, (_, n) => `${n}${'x'.repeat(60_000)}`));
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)).toBe('990 more push options have no effect.');
    expect(warnings.join('').length).toBeLessThan(2_000);
  });
});
