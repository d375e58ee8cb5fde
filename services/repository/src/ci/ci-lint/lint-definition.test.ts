import { gitlabCiYmls } from '#content/templates/texts/gitlab-ci-ymls';
import { lintDefinition } from './lint-definition';

const full = `
default:
  image: ruby:3
  retry: {max: 2, when: [runner_system_failure]}
stages: [build, test, deploy]
workflow:
  rules:
    - if: $CI_COMMIT_BRANCH
variables: {A: b, N: 1, D: {value: x, description: y}}
cache: &cache
  key: {files: [Gemfile.lock]}
  paths: [vendor/]
  policy: pull
.base: &base
  tags: [docker]
  before_script:
    - bundle install
compile:
  extends: .base
  stage: build
  script: make
  artifacts: {paths: [bin/], expire_in: 1 week, reports: {junit: report.xml}, when: always}
rspec:
  <<: *base
  cache: *cache
  script: [bundle exec rspec, [nested]]
  services: [postgres, {name: redis, alias: cache}]
  needs: [compile]
  dependencies: [compile]
  only: [branches, /^v/]
  except: {refs: [tags], changes: [docs/*]}
  coverage: '/\\d+%/'
  parallel: 5
  timeout: 1h 30m
  interruptible: true
  allow_failure: true
release:
  stage: deploy
  script: ./release
  rules:
    - if: $CI_COMMIT_TAG
      when: delayed
      start_in: 1 hour
      allow_failure: true
    - changes: [version]
  environment: {name: production, url: https://example.com, on_stop: stop}
  needs: [{job: rspec, artifacts: true}, {job: maybe, optional: true}]
  resource_group: production
stop:
  stage: .post
  script: ./stop
  when: manual
  environment: {name: production, action: stop}
  retry: 1
child:
  stage: deploy
  trigger: {include: child.yml}
`;

describe('lintDefinition', () => {
  it('accepts all keywords', () => {
    expect(lintDefinition(full)).toEqual([]);
  });

  it.each(Object.entries(gitlabCiYmls))('accepts the template %s', (_key, text) => {
    expect(lintDefinition(text)).toEqual([]);
  });

  it.each([
    ['', 'Please provide content of .gitlab-ci.yml'],
    ['[1]', 'Invalid configuration format'],
    ['text', 'Invalid configuration format'],
    ['image: x', 'jobs config should contain at least one visible job'],
    ['.a: {script: b}', 'jobs config should contain at least one visible job'],
    ['a: {script: b}\nextra: bundle', 'root config contains unknown keys: extra'],
    ['a: {image: b}', 'jobs:a config should implement a script: or a trigger: keyword'],
    ['a: {script: 1}', 'jobs:a:script config should be an array of strings or a string'],
    ['a: {script: b, foo: 1, bar: 2}', 'jobs:a config contains unknown keys: foo, bar'],
    ['a: {script: b, stage: qa}', 'a job: stage parameter should be .pre, build, test, deploy, .post'],
    ['a: {script: b, when: later}', /^jobs:a when should be one of: on_success, /],
    ['a: {script: b, allow_failure: often}', 'jobs:a:allow_failure config should be a boolean value'],
    ['a: {script: b, tags: x}', 'jobs:a:tags config should be an array of strings'],
    ['a: {script: b, only: {who: me}}', 'jobs:a:only config contains unknown keys: who'],
    ['a: {script: b, only: 1}', 'jobs:a:only config should be an array of strings or a string'],
    ['a: {script: b, rules: x}', 'jobs:a:rules config should be an array of hashes'],
    ['a: {script: b, rules: [{who: x}]}', 'jobs:a:rules:rule config contains unknown keys: who'],
    ['a: {script: b, rules: [], only: [c]}', 'jobs:a config key may not be used with `rules`: only'],
    ['a: {script: b, artifacts: {path: x}}', 'jobs:a:artifacts config contains unknown keys: path'],
    ['a: {script: b, artifacts: {paths: x}}', 'jobs:a:artifacts:paths config should be an array of strings'],
    ['a: {script: b, cache: {policy: x}}', 'jobs:a:cache:policy should be one of: pull-push, push, pull'],
    ['a: {script: b, variables: [x]}', 'jobs:a:variables config should be a hash of key value pairs'],
    ['a: {script: b, needs: x}', 'jobs:a:needs config should be an array of hashes or strings'],
    ['a: {script: b, needs: [x]}', 'a job: undefined need: x'],
    ['a: {script: b, dependencies: [x]}', 'a job: undefined dependency: x'],
    ['a: {script: b, needs: [c]}\nc: {script: d}', 'a job: need c is not defined in prior stages'],
    [
      'a: {script: b, dependencies: [c]}\nc: {script: d, stage: deploy}',
      'a job: dependency c is not defined in prior stages',
    ],
    ['a: {script: b, extends: x}', 'a: unknown keys in `extends` (x)'],
    ['a: {script: b, extends: c}\nc: {script: b, extends: a}', 'c: circular dependency detected in `extends`'],
    ['a: {script: b, retry: 3}', 'jobs:a:retry config should be a number from 0 to 2 or a hash'],
    ['a: {script: b, parallel: 1}', /^jobs:a:parallel config should be a number/],
    ['a: {script: b, coverage: x}', 'jobs:a:coverage config must be a regular expression'],
    ['a: {script: b, when: delayed}', 'jobs:a start in should be a duration'],
    ['a: {script: b, trigger: c}', 'jobs:a config contains unknown keys: script'],
    ['stages: x\na: {script: b}', 'stages config should be an array of strings'],
    ['default: {script: x}\na: {script: b}', 'default config contains unknown keys: script'],
    ['a: {script: b', /^Invalid YAML: /],
    ['a: *b', /^Invalid YAML: /],
  ])('refuses %j', (text, error) => {
    expect(lintDefinition(text)).toContainEqual(typeof error === 'string' ? error : expect.stringMatching(error));
  });

  it('accepts references to jobs that an included file may define', () => {
    const partial = 'include: /ci/base.yml\na: {extends: .base, stage: qa, needs: [other]}';
    expect(lintDefinition(partial)).toEqual([]);
  });

  it('accepts names of object properties as job names', () => {
    expect(lintDefinition('__proto__: {script: a}\nconstructor: {script: b, extends: toString}')).toEqual([
      'constructor: unknown keys in `extends` (toString)',
    ]);
  });

  it.each([
    [
      'aliases of aliases',
      `a: &a [x, x]\n${'bcdefghijkl'.replace(/./g, (key) => {
        const base = String.fromCharCode(key.charCodeAt(0) - 1);
        return `${key}: &${key} [*${base}, *${base}, *${base}, *${base}]\n`;
      })}`,
    ],
    ['brackets', '['.repeat(90_000)],
    ['dashes', `${'- '.repeat(45_000)}x`],
    ['keys', `${'? '.repeat(45_000)}x`],
    ['indentation', Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['too long a text', 'a'.repeat(100_001)],
    ['one key again and again', 'a: {script: b}\n'.repeat(6_500)],
    ['many jobs that need each other', Array.from({ length: 3_000 }, (_, at) => `j${at}: {needs: [j1]}`).join('\n')],
    ['a chain of extends', Array.from({ length: 3_000 }, (_, at) => `j${at}: {extends: j${at + 1}}`).join('\n')],
    ['control characters', '\u0000\u0001\ud800: &\t!!<'],
    ['tags', '!!js/function a: !!binary "x"\nb: !!set {? a}\nc: !reference [a, b]'],
  ])('handles %s quickly', (_name, text) => {
    const start = Date.now();
    expect(lintDefinition(text).length).toBeGreaterThanOrEqual(0);
    expect(Date.now() - start).toBeLessThan(20_000);
  });
});
