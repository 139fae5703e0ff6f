// Plays many matches at once over real connections, like benches/load. A move is complete when all four seats have
// received the update, the mover's too. Then the next move is sent.
//
// Seats use socket.io directly. The library's own client would also compute every move itself, which takes processor
// time from the server.

const { io } = require('socket.io-client');
const { game, legal, N_SEATS } = require('./game.js');

const [nMatches, seconds, port] = [[2, 100], [3, 10], [4, 8000]].map(([place, usual]) => Number(process.argv[place] ?? usual));
const base = `http://127.0.0.1:${port}`;

async function ask(path, body) {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(base + path, body && post);
  if (!answer.ok) throw new Error(`to ${path} the server answered ${answer.status}`);
  return answer.json();
}

class Match {
  constructor(id, sockets, credentials) {
    Object.assign(this, { id, sockets, credentials, heard: 0, nBytes: 0 });
    this.states = sockets.map(() => null);
    sockets.forEach((socket, seat) => {
      socket.on('update', (_, state) => this.hears(seat, state));
      socket.io.engine.on('packet', ({ data }) => { this.nBytes += data?.length ?? 0; });
    });
  }

  static async setUp() {
    const path = `/games/${game.name}`;
    const { matchID } = await ask(`${path}/create`, { numPlayers: N_SEATS });
    const sockets = [];
    const credentials = [];
    for (let seat = 0; seat < N_SEATS; seat += 1) {
      const joined = await ask(`${path}/${matchID}/join`, { playerID: String(seat), playerName: `P${seat}` });
      credentials.push(joined.playerCredentials);
      // One connection for each seat, with a websocket from the start.
      const socket = io(`${base}/${game.name}`, { transports: ['websocket'], forceNew: true });
      sockets.push(socket);
      await new Promise((done, fail) => { socket.once('connect', done); socket.once('connect_error', fail); });
    }
    const match = new Match(matchID, sockets, credentials);
    for (const [seat, socket] of sockets.entries()) {
      const synced = new Promise((done) => { socket.once('sync', (_, { state }) => done(state)); });
      socket.emit('sync', matchID, String(seat), credentials[seat], N_SEATS);
      match.states[seat] = await synced;
    }
    return match;
  }

  /** Plays until the time is up, and counts moves from the start of this call. */
  play(until) {
    return new Promise((done) => {
      Object.assign(this, { until, done, millis: [], nBytes: 0 });
      this.moves();
    });
  }

  moves() {
    if (performance.now() >= this.until) return void this.done();
    const playerID = this.states[0].ctx.currentPlayer;
    const seat = Number(playerID);
    const { G, _stateID } = this.states[seat];
    const payload = { type: 'play', args: [legal(G.hand, G.trick)[0]], playerID, credentials: this.credentials[seat] };
    this.sent = performance.now();
    this.sockets[seat].emit('update', { type: 'MAKE_MOVE', payload }, _stateID, this.id, playerID);
  }

  hears(seat, state) {
    this.states[seat] = state;
    this.heard += 1;
    if (this.heard < N_SEATS) return;
    this.heard = 0;
    this.millis.push(performance.now() - this.sent);
    this.moves();
  }
}

async function main() {
  const before = await ask('/vitals');
  const matches = [];
  for (let number = 0; number < nMatches; number += 1) matches.push(await Match.setUp());
  const all = (until) => Promise.all(matches.map((match) => match.play(until)));
  // Warm up as long as the measurement takes, because the server's code is compiled while it runs.
  await all(performance.now() + seconds * 1000);
  const started = await ask('/vitals');
  const began = performance.now();
  await all(began + seconds * 1000);
  const took = (performance.now() - began) / 1000;
  const ended = await ask('/vitals');
  const millis = matches.flatMap((match) => match.millis).sort((a, b) => a - b);
  const nBytes = matches.reduce((sum, match) => sum + match.nBytes, 0);
  const percentile = (percent) => millis[Math.round(((millis.length - 1) * percent) / 100)].toFixed(2);
  const cpu = ended.cpuMicros - started.cpuMicros;
  console.log(`${millis.length} moves in ${took.toFixed(1)} s: ${Math.round(millis.length / took)} a second`);
  console.log(`from a move to every seat: p50 ${percentile(50)} ms, p99 ${percentile(99)} ms`);
  console.log(`${Math.round(nBytes / millis.length / N_SEATS)} bytes for a seat`);
  console.log(`server: ${Math.round(cpu / millis.length)} µs of processor a move, ${((cpu / took) / 1e4).toFixed(1)} % of a core`);
  console.log(`server: ${Math.round((ended.memory - before.memory) / nMatches / 1000)} kB a match with everybody connected`);
  process.exit();
}

main();
