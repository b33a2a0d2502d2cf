//! The memory that runs of a sandbox with preludes start from.

use std::io;
use std::sync::Arc;

use wasmtime::{AsContextMut, Memory};

/// Size of a page of WebAssembly, in bytes.
const PAGE_BYTES: usize = 64 << 10;

/// Size of a part of an image; parts that are all zero are left out.
pub(crate) const PART_BYTES: usize = 4 << 10;

/// The message for an image that exceeds the limit of file sizes.
pub(crate) const FILE_LIMIT: &str = "the limit of file sizes of this process (RLIMIT_FSIZE) is smaller than \
    the memory that programs start from, which is a file in memory: raise it (ulimit -f unlimited)";

/// The contents of the guest's memory, as long as a number of its pages.
pub(crate) struct Image {
    bytes: usize,
    contents: Contents,
}

impl Image {
    /// The image of a memory.
    pub(crate) fn of(memory: &[u8]) -> io::Result<Self> {
        let parts = memory
            .chunks(PART_BYTES)
            .enumerate()
            .filter(|(_, part)| part.iter().any(|&byte| byte != 0))
            .map(|(index, part)| (index * PART_BYTES, part));
        Self::of_parts(memory.len(), parts)
    }

    /// A memory of this size, with parts at these offsets and zeros elsewhere.
    pub(crate) fn of_parts<'a>(
        bytes: usize,
        parts: impl Iterator<Item = (usize, &'a [u8])>,
    ) -> io::Result<Self> {
        if bytes == 0 || !bytes.is_multiple_of(PAGE_BYTES) {
            return Err(io::Error::from(io::ErrorKind::InvalidData));
        }
        let mut contents = Contents::zeroed(bytes)?;
        for (offset, part) in parts {
            if offset.checked_add(part.len()).is_none_or(|end| end > bytes) {
                return Err(io::Error::from(io::ErrorKind::InvalidData));
            }
            contents.write(offset, part)?;
        }
        contents.seal()?;
        Ok(Self { bytes, contents })
    }

    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn read(&self) -> io::Result<Vec<u8>> {
        self.contents.read(self.bytes)
    }

    /// Gives a memory, which is no longer than the image, its contents.
    ///
    /// All memories of one engine must use the same image: the pool of the engine reuses the addresses
    /// of a memory, and does not clear what was mapped there.
    pub(crate) fn install(
        self: &Arc<Self>,
        memory: &Memory,
        mut store: impl AsContextMut,
    ) -> wasmtime::Result<Installed> {
        let missing = self
            .bytes
            .checked_sub(memory.data_size(&store))
            .ok_or_else(|| wasmtime::Error::msg("an image that is shorter than its memory"))?;
        memory.grow(&mut store, (missing / PAGE_BYTES) as u64)?;
        let mapping = self.contents.put_into(memory.data_mut(&mut store))?;
        Ok(Installed {
            image: Arc::clone(self),
            mapping,
        })
    }
}

/// An image in a memory.
pub(crate) struct Installed {
    image: Arc<Image>,
    mapping: Option<Mapping>,
}

impl Installed {
    /// Keeps the pages of a memory for the next one. The memory must not be used afterwards: its contents
    /// are undefined.
    pub(crate) fn take_back(mut self, memory: &Memory, mut store: impl AsContextMut) {
        if let Some(mapping) = self.mapping.take() {
            let place = &mut memory.data_mut(&mut store)[..self.image.bytes];
            self.image.contents.take_back(mapping, place);
        }
    }
}

impl Drop for Installed {
    fn drop(&mut self) {
        if let Some(mapping) = self.mapping.take() {
            self.image.contents.take_back_empty(mapping);
        }
    }
}

#[cfg(not(target_os = "linux"))]
use copied::{Contents, Mapping};
#[cfg(target_os = "linux")]
use mapped::{Contents, Mapping};

#[cfg(not(target_os = "linux"))]
mod copied;
#[cfg(target_os = "linux")]
mod mapped;

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use wasmtime::{
        Config, Engine, Instance, InstanceAllocationStrategy, Module, PoolingAllocationConfig,
        Store,
    };

    use super::{Image, PAGE_BYTES, PART_BYTES};

    /// A module with a memory of one page, `m`. A memory that the host makes is none of the pool's.
    pub(crate) const WITH_MEMORY: &[u8] =
        b"\0asm\x01\0\0\0\x05\x03\x01\0\x01\x07\x05\x01\x01m\x02\0";

    #[test]
    fn an_image_has_the_contents_of_its_memory() {
        let mut memory = vec![0; 3 * PAGE_BYTES];
        memory[5] = 1;
        memory[PAGE_BYTES + PART_BYTES] = 2;
        memory[3 * PAGE_BYTES - 1] = 3;
        assert_eq!(Image::of(&memory).unwrap().read().unwrap(), memory);
        assert!(Image::of(&memory[..PAGE_BYTES + 1]).is_err());
        assert!(Image::of_parts(PAGE_BYTES, [(PAGE_BYTES, &[1][..])].into_iter()).is_err());
    }

    /// A generator of numbers that every platform has the same of.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, max: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as usize % max
        }
    }

    /// Installs, checks, and writes in all the ways that runs do: little, much, everywhere, beyond the
    /// image; and ends with and without giving the memory back.
    fn use_often(
        (engine, module): (&Engine, &Module),
        image: &Arc<Image>,
        expected: &[u8],
        mut numbers: Numbers,
    ) {
        for round in 0..60 {
            let mut store = Store::new(engine, ());
            let instance = Instance::new(&mut store, module, &[]).unwrap();
            let memory = instance.get_memory(&mut store, "m").unwrap();
            let installed = image.install(&memory, &mut store).unwrap();
            let bytes = memory.data_mut(&mut store);
            assert!(
                bytes == expected,
                "round {round} finds what an earlier one has written"
            );
            let writes = [0, 3, 40, 700, 5000][numbers.below(5)];
            for _ in 0..writes {
                let at = numbers.below(bytes.len());
                bytes[at] = bytes[at].wrapping_add(1);
            }
            if numbers.below(6) == 0 {
                bytes.fill(7);
            }
            if numbers.below(3) == 0 {
                memory.grow(&mut store, 9).unwrap();
                memory.data_mut(&mut store)[expected.len()..].fill(8);
            }
            if numbers.below(5) > 0 {
                installed.take_back(&memory, &mut store);
            }
        }
    }

    #[test]
    fn memories_never_find_what_others_have_written() {
        let mut expected = vec![0; 200 * PAGE_BYTES];
        for (index, byte) in expected.iter_mut().enumerate().step_by(3).skip(100) {
            // Some pages are all zero.
            if (index >> 12) % 5 > 1 {
                *byte = index.to_le_bytes()[0];
            }
        }
        let image = Arc::new(Image::of(&expected).unwrap());
        let mut pool = PoolingAllocationConfig::new();
        pool.total_core_instances(3)
            .total_memories(3)
            .max_memory_size(1 << 30)
            .linear_memory_keep_resident(1 << 20);
        let mut config = Config::new();
        config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
        let engine = Engine::new(&config).unwrap();
        let module = Module::new(&engine, WITH_MEMORY).unwrap();
        std::thread::scope(|scope| {
            for seed in 1..=3 {
                let numbers = Numbers(0x9E37_79B9_7F4A_7C15 + seed);
                scope.spawn(|| use_often((&engine, &module), &image, &expected, numbers));
            }
        });
    }
}
