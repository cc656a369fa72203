use std::collections::HashMap;
use std::net::IpAddr;

use crate::people::Moment;

/// The requests that an address may make at once, and those that it may make each second after that.
pub const AT_ONCE: u32 = 60;
/// See [`AT_ONCE`].
pub const A_SECOND: u32 = 5;

/// The streams of events that an address may have.
pub const STREAMS: u32 = 8;

/// The addresses that are remembered. When there are more, those that have made no request lately go first.
const MOST: usize = 20_000;

/// The requests and streams of addresses.
#[derive(Debug)]
pub struct Bounds {
    buckets: HashMap<Address, Bucket>,
    streams: HashMap<Address, u32>,
    /// The streams of all addresses, and the most that they may have.
    all_streams: (usize, usize),
}

/// An address as far as it is one household's: of IPv6 the first 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address(u128);

/// The requests left to an address at a moment, in thousandths.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: u32,
    at: Moment,
}

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(four) => four.to_bits().into(),
            IpAddr::V6(six) => six.to_bits() >> 64 << 64,
        })
    }
}

impl Bucket {
    const FULL: u32 = AT_ONCE * 1000;

    /// Returns the bucket at a later moment.
    fn filled(self, now: Moment) -> Self {
        let passed = u64::try_from(now.0 - self.at.0).unwrap_or(0);
        let more = passed.saturating_mul(A_SECOND.into());
        let left = u64::from(self.left).saturating_add(more);
        Self {
            left: u32::try_from(left).map_or(Self::FULL, |left| left.min(Self::FULL)),
            at: self.at.max(now),
        }
    }
}

impl Bounds {
    /// Makes bounds with which all addresses together have at most `most_streams`.
    pub fn new(most_streams: usize) -> Self {
        Self {
            buckets: HashMap::new(),
            streams: HashMap::new(),
            all_streams: (0, most_streams),
        }
    }

    /// Counts a request. Returns the seconds until the next one is allowed, if it is one too many.
    ///
    /// # Errors
    ///
    /// The seconds to wait.
    pub fn request(&mut self, address: Address, now: Moment) -> Result<(), u32> {
        if self.buckets.len() >= MOST && !self.buckets.contains_key(&address) {
            self.buckets
                .retain(|_, bucket| bucket.filled(now).left < Bucket::FULL);
            if self.buckets.len() >= MOST {
                // As many as these at once are no readers.
                self.buckets.clear();
            }
        }
        let full = Bucket {
            left: Bucket::FULL,
            at: now,
        };
        let bucket = self.buckets.entry(address).or_insert(full);
        *bucket = bucket.filled(now);
        match bucket.left.checked_sub(1000) {
            Some(left) => {
                bucket.left = left;
                Ok(())
            }
            None => Err((1000 - bucket.left).div_ceil(A_SECOND * 1000).max(1)),
        }
    }

    /// Counts a new stream; `false` if the address, or all together, have as many as they may.
    pub fn begin_stream(&mut self, address: Address) -> bool {
        let (all, most) = self.all_streams;
        if all >= most {
            return false;
        }
        let streams = self.streams.entry(address).or_default();
        if *streams >= STREAMS {
            return false;
        }
        *streams += 1;
        self.all_streams.0 += 1;
        true
    }

    /// Counts a stream that has ended.
    pub fn end_stream(&mut self, address: Address) {
        if let Some(streams) = self.streams.get_mut(&address) {
            *streams -= 1;
            self.all_streams.0 -= 1;
            if *streams == 0 {
                self.streams.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        text.parse::<IpAddr>().expect("an address").into()
    }

    #[test]
    fn an_address_has_sixty_requests_and_then_five_a_second() {
        let (mut bounds, reader) = (Bounds::new(9), address("192.0.2.7"));
        let mut at = |millis| bounds.request(reader, Moment(millis));
        for _ in 0..AT_ONCE {
            assert_eq!(at(0), Ok(()));
        }
        assert_eq!(at(0), Err(1));
        assert_eq!(at(199), Err(1));
        assert_eq!(at(200), Ok(()));
        assert_eq!(at(200), Err(1));
        for _ in 0..A_SECOND {
            assert_eq!(at(1200), Ok(()));
        }
        assert_eq!(at(1200), Err(1));
        // A clock that goes back gives nothing.
        assert_eq!(at(0), Err(1));
        // Another address has its own.
        assert_eq!(bounds.request(address("192.0.2.8"), Moment(1200)), Ok(()));
    }

    #[test]
    fn addresses_of_one_household_are_one() {
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:1"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_eq!(address("::ffff:192.0.2.7"), address("192.0.2.7"));
    }

    #[test]
    fn streams_are_counted_apart_and_given_back() {
        let (mut bounds, reader) = (Bounds::new(9), address("192.0.2.7"));
        for _ in 0..STREAMS {
            assert!(bounds.begin_stream(reader));
        }
        assert!(!bounds.begin_stream(reader));
        bounds.end_stream(reader);
        assert!(bounds.begin_stream(reader));
        assert_eq!(bounds.request(reader, Moment(0)), Ok(()));
        // All together have nine.
        let [one, other] = ["192.0.2.8", "192.0.2.9"].map(address);
        assert!(bounds.begin_stream(one));
        assert!(!bounds.begin_stream(other));
        bounds.end_stream(one);
        assert!(bounds.begin_stream(other));
    }

    #[test]
    fn a_flood_of_addresses_is_not_remembered() {
        let mut bounds = Bounds::new(9);
        for number in 0..u32::try_from(3 * MOST).expect("a number") {
            let address = IpAddr::from(number.to_be_bytes()).into();
            assert_eq!(bounds.request(address, Moment(0)), Ok(()));
        }
        assert!(bounds.buckets.len() <= MOST);
    }
}
