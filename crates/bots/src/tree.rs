//! The search tree: for each node, the results of the actions tried there.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// The most nodes of a tree, which bounds its memory. A search that reaches it continues with the nodes it has.
const MAX_NODES: usize = 2_000_000;

/// The results of an action at a node.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Edge {
    /// The action, as a bit of the choices at its node.
    pub(crate) bit: u8,
    /// How many imagined games tried it.
    pub(crate) visits: u32,
    /// In how many imagined games it was legal.
    pub(crate) available: u32,
    /// The mean value for the seat that decided.
    pub(crate) mean: f32,
}

impl Edge {
    /// An action that was not tried yet.
    pub(crate) fn new(bit: u8) -> Edge {
        Edge { bit, ..Edge::default() }
    }

    /// Adds the value of one game.
    #[inline]
    pub(crate) fn add(&mut self, value: f32) {
        self.visits += 1;
        self.mean += (value - self.mean) / self.visits as f32;
    }
}

/// An information set: a decision as the deciding seat knows it, with the place of its edges.
#[derive(Clone, Copy, Debug)]
struct Node {
    first: u32,
    n_edges: u8,
    capacity: u8,
}

/// The nodes of a search, found by their keys.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    places: HashMap<u64, u32, BuildHasherDefault<IdentityHasher>>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

impl Tree {
    /// Removes all nodes, but keeps the allocated memory.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.nodes.clear();
        self.edges.clear();
    }

    /// The node with this key, and whether it is new. `None` if the tree is full.
    #[inline]
    pub(crate) fn node(&mut self, key: u64) -> Option<(usize, bool)> {
        if let Some(&place) = self.places.get(&key) {
            return Some((place as usize, false));
        }
        if self.nodes.len() >= MAX_NODES {
            return None;
        }
        let place = self.nodes.len();
        self.places.insert(key, place as u32);
        self.nodes.push(Node { first: 0, n_edges: 0, capacity: 0 });
        Some((place, true))
    }

    /// The edges of a node.
    #[inline]
    pub(crate) fn edges(&mut self, node: usize) -> &mut [Edge] {
        let Node { first, n_edges, .. } = self.nodes[node];
        &mut self.edges[first as usize..first as usize + usize::from(n_edges)]
    }

    /// Adds an edge to a node and returns its place.
    pub(crate) fn add_edge(&mut self, node: usize, bit: u32) -> usize {
        let Node { first, n_edges, capacity } = self.nodes[node];
        let edge = Edge { available: 1, ..Edge::new(bit as u8) };
        if n_edges == capacity {
            // Moves the edges to a larger place at the end. The old place is not used again.
            let old = first as usize..first as usize + usize::from(n_edges);
            let wider = if capacity == 0 { 2 } else { capacity * 2 };
            let from = self.edges.len();
            self.edges.extend_from_within(old);
            self.edges.resize(from + usize::from(wider), Edge::default());
            self.nodes[node] = Node { first: from as u32, n_edges, capacity: wider };
        }
        let node = &mut self.nodes[node];
        let place = node.first as usize + usize::from(node.n_edges);
        node.n_edges += 1;
        self.edges[place] = edge;
        place
    }

    /// The place of the edge that is the `k`-th of a node.
    #[inline]
    pub(crate) fn place(&self, node: usize, k: usize) -> usize {
        self.nodes[node].first as usize + k
    }

    /// The edge at a place.
    #[inline]
    pub(crate) fn edge(&mut self, place: usize) -> &mut Edge {
        &mut self.edges[place]
    }
}

/// The hash of the knowledge at a node: few instructions, and the same on every machine.
#[inline]
pub(crate) fn key_of(known: &impl Hash) -> u64 {
    let mut hasher = FoldHasher(0x51_7c_c1_b7_27_22_0a_95);
    known.hash(&mut hasher);
    hasher.finish()
}

/// Multiplies and folds one word at a time.
struct FoldHasher(u64);

impl FoldHasher {
    #[inline]
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x2d35_8dcc_aa6c_78a5) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

impl Hasher for FoldHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.mix(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.mix(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// Passes keys through, which are hashes already.
#[derive(Debug, Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are 64-bit numbers");
    }

    #[inline]
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
