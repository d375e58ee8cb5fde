// `npm run images`: builds the images, tagged by commit, with any builder of this machine. Also
// updates the digests of the images that they are built on.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import {
  allBaseImages,
  assertPinned,
  baseImagesOf,
  buildImage,
  findBuilder,
  images,
  parseReference,
  resolveDigest,
  revision,
  updateBaseImages,
} from '../kubernetes/images/index.ts';
import { formatError, PlainError, runMain } from '../lib/fail.ts';
import { createLog } from '../lib/log.ts';

const usage = `Usage: npm run images -- [image...] [options]
  image            ${images.map(({ name }) => name).join(', ')}; every service and the gateway by default
  --registry NAME  registry and path prefix of the images (docker.io/forgemesh)
  --tag TAG        tag of the images, instead of the commit
  --base IMAGE     Node image to build on, instead of the Dockerfile's
  --push           push the images; their base images need digests
  --digests FILE   with --push: write the digests as values of the chart
  --resolve-bases  write the current digests of the base images into the Dockerfiles and the chart, and build nothing
  --base-registry URL  with --resolve-bases: the registry or mirror that is asked
  --help           show this`;

await runMain(async () => {
  const { values: options, positionals } = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const unknown = positionals.filter((name) => images.every((image) => image.name !== name));
  if (unknown.length > 0) throw new PlainError(`Unknown image: ${unknown.join(', ')}.\n${usage}`);
  if (options.digests && !options.push) throw new PlainError('Digests exist only for pushed images: add --push.');
  const log = createLog();
  if (options['resolve-bases']) return resolveBases(options['base-registry']);
  const selected = images.filter(({ name, isService }) =>
    positionals.length > 0 ? positionals.includes(name) : isService,
  );
  if (options.push) assertPinned(basesOf(selected, options.base));
  const builder = await findBuilder();
  const commit = await revision();
  const tag = options.tag ?? commit;
  const digests: Record<string, string> = {};
  for (const image of selected) {
    const name = `${options.registry}/${image.name}:${tag}`;
    const more = { base: options.base, isPushed: options.push };
    const digest = await log.step(`Building ${name} with ${builder.name}`, () =>
      buildImage(builder, image, { name, commit, log, ...more }),
    );
    if (digest !== undefined && image.hasNode) digests[image.name] = digest;
  }
  if (options.digests) writeFileSync(options.digests, stringify({ image: { registry: options.registry, digests } }));
});

/** @param base Node image instead of the Dockerfile's */
function basesOf(selected: typeof images, base: string | undefined) {
  return selected.flatMap(({ file, hasNode }) =>
    hasNode && base !== undefined
      ? [{ file: '--base', text: base, reference: parseReference(base) }]
      : baseImagesOf(file),
  );
}

async function resolveBases(registry: string | undefined) {
  const bases = allBaseImages(images.map(({ file }) => file));
  const results = await updateBaseImages(bases, (reference) => resolveDigest(reference, registry));
  for (const { base, updated } of results) {
    console.log(`${base.file}: ${updated}${updated === base.text ? ' (unchanged)' : ''}`);
  }
}

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        registry: { type: 'string', default: 'docker.io/forgemesh' },
        tag: { type: 'string' },
        base: { type: 'string' },
        push: { type: 'boolean', default: false },
        digests: { type: 'string' },
        'resolve-bases': { type: 'boolean', default: false },
        'base-registry': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new PlainError(`${formatError(error).split('\n')[0]}\n${usage}`);
  }
}
