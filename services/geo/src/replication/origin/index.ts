/** Public interface of the operations that the primary serves to secondaries. */
export { authenticateNode } from './authenticate-node';
