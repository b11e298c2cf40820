/** How often to try a property: `npm run test:all` takes all runs, `npm test` a fifth. */
export const runs = (all: number): number => (process.env.TEST_ALL ? all : Math.ceil(all / 5));
