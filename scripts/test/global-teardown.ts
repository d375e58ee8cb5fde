// Runs after all suites: stops what the setups started and deletes its data.

import { stopAll } from './datastores.ts';

export default stopAll;
