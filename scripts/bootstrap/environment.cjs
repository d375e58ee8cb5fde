// The environment of programs that need none of Forgemesh's secrets, which the processes of the
// mesh drop after their start (packages/service/src/process.ts). CommonJS, because it is used
// before the installation and by suites.

const secrets = /^(FORGE_(ROOT_TOKEN|SECRET|SMTP_URL|GEO_SECRET|S3_SECRET_ACCESS_KEY)|MONGODB_URI|NATS_URL)(_|$)/;

/**
 * Returns the variables without the secrets of an instance: tokens, key material, and addresses
 * that may contain passwords.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
function withoutSecrets(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !secrets.test(name)));
}

module.exports = { withoutSecrets };
