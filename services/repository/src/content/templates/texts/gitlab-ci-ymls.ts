/** Pipeline definitions by language or tool. */

interface Steps {
  image: string;
  before?: string[];
  build?: string[];
  test: string[];
  cache?: string[];
}

/** A pipeline that builds, if there is anything to build, and tests. */
function pipeline({ image, before, build, test, cache }: Steps): string {
  const list = (items: readonly string[], indent: string): string[] => items.map((item) => `${indent}- ${item}`);
  const job = (name: string, script: readonly string[]): string[] => [
    ...['', `${name}:`, `  stage: ${name}`, '  script:'],
    ...list(script, '    '),
  ];
  return `${[
    '# Change versions and commands to those of the project.',
    `image: ${image}`,
    '',
    'stages:',
    ...list([...(build ? ['build'] : []), 'test'], '  '),
    ...(cache ? ['', 'cache:', '  paths:', ...list(cache, '    ')] : []),
    ...(before ? ['', 'before_script:', ...list(before, '  ')] : []),
    ...(build ? job('build', build) : []),
    ...job('test', test),
  ].join('\n')}\n`;
}

/** A job that publishes the output of a static site generator. */
function pages(image: string, ...script: string[]): string {
  return [
    '# Builds a website and publishes the folder `public`.',
    `image: ${image}`,
    '',
    'pages:',
    '  stage: deploy',
    '  script:',
    ...script.map((step) => `    - ${step}`),
    '  artifacts:',
    '    paths:',
    '      - public',
    '',
  ].join('\n');
}

/** Templates of `.gitlab-ci.yml` by key. */
export const gitlabCiYmls: Readonly<Record<string, string>> = {
  Android: pipeline({
    image: 'eclipse-temurin:17-jdk',
    before: ['chmod +x ./gradlew'],
    build: ['./gradlew assembleDebug'],
    test: ['./gradlew lintDebug testDebug'],
    cache: ['.gradle/'],
  }),
  Bash: pipeline({ image: 'bash:5', build: ['echo "Build"'], test: ['bash -n *.sh'] }),
  'C++': pipeline({ image: 'gcc:14', build: ['make'], test: ['make test'] }),
  Clojure: pipeline({ image: 'clojure:lein', test: ['lein test'], cache: ['.m2/'] }),
  Crystal: pipeline({
    image: 'crystallang/crystal:latest',
    before: ['shards install'],
    test: ['crystal spec'],
    cache: ['lib/'],
  }),
  Dart: pipeline({ image: 'dart:stable', before: ['dart pub get'], test: ['dart analyze', 'dart test'] }),
  Django: pipeline({
    image: 'python:3',
    before: ['pip install -r requirements.txt'],
    test: ['python manage.py test'],
    cache: ['.cache/pip'],
  }),
  Docker: [
    '# Builds an image and pushes it to the registry of the project.',
    'image: docker:latest',
    '',
    'services:',
    '  - docker:dind',
    '',
    'before_script:',
    '  - docker login -u "$CI_REGISTRY_USER" -p "$CI_REGISTRY_PASSWORD" $CI_REGISTRY',
    '',
    'build:',
    '  stage: build',
    '  script:',
    '    - docker build --pull -t "$CI_REGISTRY_IMAGE:$CI_COMMIT_REF_SLUG" .',
    '    - docker push "$CI_REGISTRY_IMAGE:$CI_COMMIT_REF_SLUG"',
    '',
  ].join('\n'),
  dotNET: pipeline({ image: 'mcr.microsoft.com/dotnet/sdk:8.0', build: ['dotnet build'], test: ['dotnet test'] }),
  Elixir: pipeline({
    image: 'elixir:latest',
    before: ['mix local.hex --force', 'mix deps.get'],
    test: ['mix test'],
    cache: ['deps/'],
  }),
  'Getting-Started': pipeline({
    image: 'alpine:3',
    build: ['echo "Compile the code here"'],
    test: ['echo "Run the tests here"'],
  }),
  Go: pipeline({ image: 'golang:1', build: ['go build ./...'], test: ['go vet ./...', 'go test -race ./...'] }),
  Gradle: pipeline({ image: 'gradle:jdk21', build: ['gradle assemble'], test: ['gradle check'], cache: ['.gradle/'] }),
  Haskell: pipeline({ image: 'haskell:9', build: ['stack build'], test: ['stack test'], cache: ['.stack-work/'] }),
  Julia: pipeline({ image: 'julia:1', test: [`julia --project=@. -e 'using Pkg; Pkg.test()'`] }),
  LaTeX: [
    '# Builds a document and keeps it.',
    'image: texlive/texlive:latest',
    '',
    'build:',
    '  stage: build',
    '  script:',
    '    - latexmk -pdf',
    '  artifacts:',
    '    paths:',
    '      - "*.pdf"',
    '',
  ].join('\n'),
  Laravel: pipeline({
    image: 'php:8',
    before: ['composer install', 'cp .env.example .env', 'php artisan key:generate'],
    test: ['php artisan test'],
    cache: ['vendor/'],
  }),
  Maven: pipeline({
    image: 'maven:3-eclipse-temurin-21',
    build: ['mvn --batch-mode compile'],
    test: ['mvn --batch-mode verify'],
    cache: ['.m2/repository'],
  }),
  Nodejs: pipeline({ image: 'node:20', before: ['npm ci'], test: ['npm test'], cache: ['.npm/'] }),
  PHP: pipeline({ image: 'php:8', before: ['composer install'], test: ['vendor/bin/phpunit'], cache: ['vendor/'] }),
  Python: pipeline({
    image: 'python:3',
    before: ['pip install -r requirements.txt'],
    test: ['python -m pytest'],
    cache: ['.cache/pip'],
  }),
  R: pipeline({ image: 'rocker/r-ver:latest', build: ['R CMD build .'], test: ['R CMD check --no-manual *.tar.gz'] }),
  Ruby: pipeline({
    image: 'ruby:3',
    before: ['bundle install --path vendor'],
    test: ['bundle exec rake'],
    cache: ['vendor/'],
  }),
  Rust: pipeline({ image: 'rust:1', build: ['cargo build'], test: ['cargo test'], cache: ['target/'] }),
  Scala: pipeline({ image: 'sbtscala/scala-sbt:eclipse-temurin-21_1.10_3.4', test: ['sbt clean test'] }),
  Swift: pipeline({ image: 'swift:5', build: ['swift build'], test: ['swift test'] }),
  Terraform: pipeline({
    image: '"hashicorp/terraform:light"',
    before: ['terraform init'],
    build: ['terraform plan'],
    test: ['terraform validate'],
  }),
  HTML: pages('alpine:3', 'mkdir .public', 'cp -r * .public', 'mv .public public'),
  Hugo: pages('hugomods/hugo:latest', 'hugo'),
  Jekyll: pages('ruby:3', 'bundle install', 'bundle exec jekyll build -d public'),
  MkDocs: pages('python:3', 'pip install mkdocs', 'mkdocs build --site-dir public'),
};
