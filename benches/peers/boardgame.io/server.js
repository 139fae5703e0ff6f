// Serves the game from memory, and reports its processor time and memory at /vitals.

// Before the library is loaded: otherwise it logs every move and checks every state.
process.env.NODE_ENV = 'production';

const { Server } = require('boardgame.io/server');
const { game } = require('./game.js');

const port = Number(process.argv[2] ?? 8000);
const server = Server({ games: [game], origins: ['http://127.0.0.1'] });

server.router.get('/vitals', (ctx) => {
  const { user, system } = process.cpuUsage();
  ctx.body = { cpuMicros: user + system, memory: process.memoryUsage().rss };
});

server.run(port, () => console.log(`http://127.0.0.1:${port}`));
