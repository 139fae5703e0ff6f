//! Chairs at a table, and things kept one per chair.

use std::fmt;
use std::ops::{Index, IndexMut};

use crate::Dice;
use crate::notation::write_list;

/// The most chairs any of the games has (Meow with six players).
pub const MAX_SEATS: usize = 6;

/// A chair at the table. Seats are numbered clockwise from 0; a player is the person in one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number.
    ///
    /// # Panics
    /// If there is no such chair: numbers from outside go through [`Seat::read`].
    pub const fn new(number: u8) -> Seat {
        assert!((number as usize) < MAX_SEATS, "a seat number is below MAX_SEATS");
        Seat(number)
    }

    /// The seat written as one digit, if there is such a chair.
    pub fn read(digit: u8) -> Option<Seat> {
        let number = digit.wrapping_sub(b'0');
        (usize::from(number) < MAX_SEATS).then_some(Seat(number))
    }

    /// This seat's place in a list that has one entry per seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise.
    #[must_use]
    pub const fn left(self, n_seats: u8) -> Seat {
        if self.0 + 1 >= n_seats { Seat(0) } else { Seat(self.0 + 1) }
    }

    /// The seat this many places clockwise, `steps` being at most `n_seats`.
    #[must_use]
    pub const fn clockwise(self, steps: u8, n_seats: u8) -> Seat {
        let number = self.0 + steps;
        if number >= n_seats { Seat(number - n_seats) } else { Seat(number) }
    }

    /// Whether the seat is at a table of `n_seats`.
    pub const fn is_at(self, n_seats: u8) -> bool {
        self.0 < n_seats
    }

    /// Checks that the seat is at a table of `n_seats`. The error is the seat.
    pub(crate) const fn check_at(self, n_seats: u8) -> Result<(), Seat> {
        if self.is_at(n_seats) { Ok(()) } else { Err(self) }
    }

    /// One of the seats of a table, all equally likely.
    pub fn draw(n_seats: u8, dice: &mut impl Dice) -> Seat {
        Seat(dice.below(n_seats.into()) as u8)
    }

    /// All seats of a table, from 0.
    pub fn all(n_seats: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..n_seats).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Seats(u8);

impl Seats {
    /// Nobody.
    pub const NONE: Seats = Seats(0);

    /// Everybody at a table of `n_seats`.
    pub const fn all(n_seats: u8) -> Seats {
        Seats(((1u16 << n_seats) - 1) as u8)
    }

    /// Just this seat.
    pub const fn one(seat: Seat) -> Seats {
        Seats(1 << seat.0)
    }

    /// The seats of a table of `n_seats` with the highest rank.
    pub fn highest<R: Ord>(n_seats: u8, rank: impl Fn(Seat) -> R) -> Seats {
        let highest = Seat::all(n_seats).map(&rank).max();
        Seat::all(n_seats).filter(|&seat| Some(rank(seat)) == highest).collect()
    }

    /// Whether the seat is in the set.
    pub const fn has(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// The set with this seat too.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | (1 << seat.0))
    }

    /// The seats of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Seats) -> Seats {
        Seats(self.0 & !other.0)
    }

    /// Whether nobody is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest seat in the set.
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The seats in the set, in seat order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        (0..MAX_SEATS as u8).map(Seat).filter(move |&seat| self.has(seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::NONE, Seats::with)
    }
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, self.iter())
    }
}

/// One value per seat; `N` is the most seats of the game. Entries of absent seats keep their default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BySeat<T, const N: usize>(pub [T; N]);

impl<T: Default + Copy, const N: usize> Default for BySeat<T, N> {
    fn default() -> Self {
        BySeat([T::default(); N])
    }
}

impl<T, const N: usize> Index<Seat> for BySeat<T, N> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T, const N: usize> IndexMut<Seat> for BySeat<T, N> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
